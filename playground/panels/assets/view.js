// What our components share. Each file of a component adds createView(host), which
// puts the view into `views`, and update(view, data); a view has `root`, `stop` (an AbortController) and, if it measures itself, `observer` (a ResizeObserver).

const views = new WeakMap();  // shadow root -> view: kept between calls, so that a rerun does not rebuild

export default function ({ data, parentElement, setTriggerValue }) {
  const view = views.get(parentElement) ?? createView(parentElement);
  const turn = ++view.turn;
  view.send = (number) => setTriggerValue("select", number);
  view.sendPassage = (passage) => setTriggerValue("passage", passage);
  update(view, data);
  // The cleanup of an overtaken call may run after a newer call: only the last call takes the view down.
  return () => { if (view.turn === turn) destroy(view, parentElement); };
}

function destroy(view, host) {
  view.stop.abort();
  view.observer?.disconnect();
  view.root.remove();
  views.delete(host);
}

function element(name, className, attributes = {}) {
  const node = document.createElement(name);
  if (className) node.className = className;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

// Words that stand at a place of a text for who cannot see the signs there. They are its name, so that they are no
// part of the text, and they take no room in it.
function said(words) {
  return element("span", "said", { role: "img", "aria-label": words });
}

// A choice made here comes back from Python later; until the last one is back, older echoes are not shown.
// Quick choices may come back as the last one alone. -> whether `number` is such an older echo
function overtaken(view, number, renewed) {
  const echo = view.pending.indexOf(number);
  if (number === view.selected) view.pending = [];
  else if (echo >= 0) view.pending.splice(0, echo + 1);
  else if (number === view.told && !renewed) return true;
  else view.pending = [];
  view.told = number;
  return view.pending.length > 0;
}

function count(number) {
  return number.toLocaleString("en");
}

