const MARGIN = 48;  // px of a text that are seen above its answer

function createView(host) {
  const view = { turn: 0, told: null, stop: new AbortController() };
  view.root = element("div", "reads");
  host.append(view.root);
  views.set(host, view);
  return view;
}

function update(view, data) {
  const told = JSON.stringify(data);
  if (told === view.told) return;
  view.told = told;
  view.root.replaceChildren(...data.reads.map((read, i) => readOf(view, read, i + 1)));
}

// The first is open. Its heading opens and folds a read.
function readOf(view, { title, parts, number, more }, rank) {
  const section = element("section", "read", { "aria-label": `Read at rank ${rank}: ${title}` });
  const head = element("header", "");
  const fold = element("button", "fold", { type: "button" });
  const [badge, words, answer] = [element("b", "rank"), element("span", "title"), element("span", "answer")];
  badge.textContent = rank;
  words.textContent = title;
  answer.textContent = parts.some(([, isAnswer]) => isAnswer) ? "answer marked" : "";
  fold.append(element("i", "sign"), badge, words, answer);
  const show = element("button", "show", { type: "button", "aria-label": `Show in the text: read at rank ${rank}` });
  show.textContent = "Show in the text";
  show.addEventListener("click", () => view.send(number), { signal: view.stop.signal });
  head.append(fold, show);
  const body = element("div", "body");
  const text = element("pre", "", { tabindex: "0", role: "group", "aria-label": `Text read at rank ${rank}` });
  text.append(...parts.flatMap(partOf));
  body.append(text);
  section.append(head, body);
  if (more) {
    const note = element("p", "more");
    note.textContent = more;
    body.append(note);
  }
  const open = (isOpen) => {
    body.hidden = !isOpen;
    fold.setAttribute("aria-expanded", isOpen);
    if (isOpen) toTheAnswer(text);
  };
  fold.addEventListener("click", () => open(body.hidden), { signal: view.stop.signal });
  open(rank === 1);
  return section;
}

// Scrolls the box, never the page, until the answer is seen: as soon as the box is laid out.
function toTheAnswer(text) {
  const mark = text.querySelector("mark");
  if (!mark) return;
  requestAnimationFrame(() => {
    const [box, place] = [text.getBoundingClientRect(), mark.getBoundingClientRect()];
    const top = place.top - box.top + text.scrollTop;
    if (top + Math.min(place.height, text.clientHeight - MARGIN) > text.clientHeight) text.scrollTop = top - MARGIN;
  });
}

function partOf([words, isAnswer]) {
  if (!isAnswer) return [words];
  const mark = element("mark", "");
  mark.textContent = words;
  return [said("The answer begins"), mark, said("The answer ends")];
}
