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

function count(number) {
  return number.toLocaleString("en");
}

