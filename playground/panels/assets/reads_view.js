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

function readOf(view, { title, parts, number, more }, rank) {
  const section = element("section", "read", { "aria-label": `Read at rank ${rank}: ${title}` });
  const head = element("header", "");
  const [badge, words] = [element("b", "rank"), element("span", "title")];
  badge.textContent = rank;
  words.textContent = title;
  const show = element("button", "show", { type: "button", "aria-label": `Show in the text: read at rank ${rank}` });
  show.textContent = "Show in the text";
  show.addEventListener("click", () => view.send(number), { signal: view.stop.signal });
  head.append(badge, words, show);
  const text = element("pre", "", { tabindex: "0", role: "group", "aria-label": `Text read at rank ${rank}` });
  text.append(...parts.flatMap(partOf));
  section.append(head, text);
  if (more) {
    const note = element("p", "more");
    note.textContent = more;
    section.append(note);
  }
  return section;
}

function partOf([words, isAnswer]) {
  if (!isAnswer) return [words];
  const mark = element("mark", "");
  mark.textContent = words;
  return [said("The answer begins"), mark, said("The answer ends")];
}
