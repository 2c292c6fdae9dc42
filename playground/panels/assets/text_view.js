const SVG = "http://www.w3.org/2000/svg";
const BLEED = 8;          // px a full row of a band reaches beyond the text on both sides
const RADIUS = 4;         // px of a region's rounded corners
const STILL = 4;          // px a pointer may move between press and release and still be a click
const MARGIN = 28;        // px kept free above and below a chunk that is scrolled into view
const MOST_SIGNS = 1000;  // beyond this many on a page (a binary file) unseen characters stay unseen
const MOST_AHEAD = 70;    // characters shown of what stands ahead of a chunk
const CHARACTER = 6.5;    // px of one figure in a badge, to keep neighbours apart

// Controls, the soft hyphen, direction marks and what has no width. Not the joiners U+200C and U+200D and no
// variation selector: an element between the parts of an emoji or of an Arabic word would tear it.
const UNSEEN =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]+/g;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const UNREAD = [["unread", "not read by the model"],
                ["half-read", "not read in one chunk, but in another"]];
const ANSWERS = [["gold", "the answer"],
                 ["part", "marked for the question you are adding"]];
const LETTER = /\p{L}/u;
const HINT = "hint";      // id of the words that say how to choose a chunk

// ---- life of a view -----------------------------------------------------------------------------------

function createView(host) {
  const view = { turn: 0, text: null, shape: null, chunks: [], segs: [], selected: null, told: undefined,
                 pending: [], press: null, stop: new AbortController() };
  view.root = element("div", "frame");
  view.scroller = element("div", "scroller",
                          { role: "region", tabindex: "0", "aria-label": "Text with its chunks",
                            "aria-describedby": HINT });
  view.page = element("div", "page");
  view.under = svgLayer();
  view.body = element("pre", "text");
  view.over = svgLayer();
  view.marks = element("div", "layer marks", { "aria-hidden": "true" });  // said in the text, at their places
  view.legend = element("div", "legend", { role: "list", "aria-label": "Signs in the text" });
  view.heard = element("div", "heard", { "aria-live": "polite" });
  view.marker = element("div", "marker", { hidden: "" });
  view.markers = [false, true].map((more) => markerOf(view, more));
  view.marker.append(...view.markers);
  view.page.append(view.under, view.body, view.over, view.marks, view.marker);
  view.scroller.append(view.page);
  view.root.append(view.scroller, view.legend, view.heard);
  host.append(view.root);
  listen(view);
  views.set(host, view);
  return view;
}

function listen(view) {
  const options = { signal: view.stop.signal };
  const press = (event) => { view.press = [event.clientX, event.clientY]; };
  view.page.addEventListener("pointerdown", press, options);
  view.page.addEventListener("click", (event) => onClick(view, event), options);
  view.page.addEventListener("pointermove", (event) => hover(view, numbersAt(view, event).at(-1)), options);
  view.page.addEventListener("pointerleave", () => hover(view, undefined), options);
  view.scroller.addEventListener("keydown", (event) => onKey(view, event), options);
  document.fonts.addEventListener("loadingdone", () => draw(view), options);
  document.addEventListener("selectionchange", () => offerMarker(view), options);
  view.marker.addEventListener("pointerdown", (event) => event.preventDefault(), options);  // keeps the selection
  view.observer = new ResizeObserver(() => draw(view));
  view.observer.observe(view.body);
}

function update(view, data) {
  view.marking = data.marking;
  view.markers[0].textContent = data.more ? "Mark as the answer instead" : "Mark as the answer";
  view.markers[1].hidden = !data.more;
  view.stamp = data.stamp;
  const shape = JSON.stringify([data.offset, data.chunks, data.lost, data.tags, data.gold, data.parts]);
  const newText = data.text !== view.text;
  if (newText || shape !== view.shape) {
    build(view, data);
    view.text = data.text;
    view.shape = shape;
    if (newText) view.scroller.scrollTop = 0;
  }
  adopt(view, data.selected, newText);
}

// ---- text -> segments ---------------------------------------------------------------------------------

function build(view, data) {
  view.chunks = data.chunks.map(([number, start, end, inside, reason, unread, ahead]) =>
    ({ number, start, end, inside: inside === 1, reason, ahead, unread: clamp(unread - data.offset, 0, data.length),
       startsHere: start >= data.offset,  // else it reaches in from the page before, and its start is not seen
       from: clamp(start - data.offset, 0, data.length), to: clamp(end - data.offset, 0, data.length) }));
  view.chunks.forEach((chunk, i) => {
    chunk.tags = data.tags[chunk.number] ?? [];
    chunk.before = view.chunks[i - 1];
  });
  view.segs = segments(data, view.chunks);
  const fragment = document.createDocumentFragment();
  fragment.append(...view.segs.map((seg) => seg.node));
  sayMarks(view, data, fragment);
  view.body.replaceChildren(fragment);
  for (const chunk of view.chunks) prepare(view, chunk, data.text);
  view.marks.replaceChildren(...view.chunks.map((chunk) => chunk.mark));
  view.legend.replaceChildren(...legend(view));
  view.pending = [];
  view.told = undefined;
  draw(view);
}

// The signs in words, each at its place in the text, where a screen reader comes by.
function sayMarks(view, data, fragment) {
  const { chunks, segs } = view;
  const notes = new Map();
  const say = (place, words) => {
    const node = said(words);
    notes.set(place, [...(notes.get(place) ?? []), node]);
    return node;
  };
  for (const [, end] of data.gold) say(end, "The answer ends");
  for (const [, end] of data.parts) say(end, "The marked passage ends");
  for (const { number, to } of chunks) {
    if (chunks.some((other) => other.from < to && to < other.to)) say(to, `Chunk ${number} ends`);
  }
  for (const { node, own, from } of segs) if (!own.length && node.textContent.trim()) say(from, "In no chunk");
  for (const place of data.lost) say(place, "The pinned setting cuts here, this one does not");
  for (const chunk of chunks) chunk.said = say(chunk.from, describe(chunk));
  for (const { number, unread, to } of chunks) {
    if (unread < to) say(unread, `From here on chunk ${number} is not read by the model`);
  }
  for (const [start] of data.parts) say(start, "The marked passage begins");
  for (const [start] of data.gold) say(start, "The answer begins");
  for (const seg of segs) seg.node.prepend(...(notes.get(seg.from) ?? []));
  fragment.append(...(notes.get(data.length) ?? []));
}

// Python counts code points, JavaScript UTF-16 units; both lists are ascending.
function toUnits(text, points) {
  if (!/[\ud800-\udbff]/.test(text)) return points;
  let unit = 0;
  let point = 0;
  return points.map((target) => {
    for (; point < target && unit < text.length; point++) unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
    return unit;
  });
}

function segments({ text, length, lost, gold, parts }, chunks) {
  const inner = chunks.flatMap((chunk) => [chunk.from, chunk.to, chunk.unread]);
  const edges = [...new Set([0, length, ...inner, ...lost, ...gold.flat(), ...parts.flat()])];
  edges.sort((a, b) => a - b);
  const units = toUnits(text, edges);
  const room = { signs: MOST_SIGNS };
  return edges.slice(1).map((to, i) => {
    const own = chunks.filter((chunk) => chunk.from <= edges[i] && chunk.to >= to);
    const made = segment(own, edges[i], units[i], units[i + 1], text, room);
    if (lost.includes(edges[i])) made.node.classList.add("lost");
    const within = ([start, end]) => start <= edges[i] && edges[i] < end;
    if (gold.some(within)) made.words.classList.add("gold");
    if (parts.some(within)) made.words.classList.add("part");
    return made;
  });
}

function segment(own, from, unitFrom, unitTo, text, room) {
  const node = element("span", "seg", { "data-chunks": own.map((chunk) => chunk.number).join(" ") });
  if (own.length) node.classList.add(parity(own.at(-1)));
  if (own.length > 1) node.classList.add("shared");
  const begins = own.filter((chunk) => chunk.startsHere && chunk.from === from);
  if (begins.length) node.dataset.begins = begins.map((chunk) => chunk.number).join(" ");
  const ahead = begins.filter((chunk) => chunk.ahead).map(aheadOf);
  const words = ahead.length ? element("span", "") : node;  // what is said of the text is not said of what is ahead
  if (ahead.length) node.append(...ahead, words);
  // Past the longest input of the model: in each chunk that holds it, or only in some.
  const unread = own.filter((chunk) => chunk.unread <= from).length;
  if (unread) words.classList.add(unread === own.length ? "unread" : "half-read");
  fill(words, text.slice(unitFrom, unitTo), room);
  return { node, words, own, from, unitFrom, unitTo, boxes: [] };
}

// What is embedded ahead of a chunk: drawn by the style sheet, so that it is no part of the text.
function aheadOf(chunk) {
  const title = `Ahead of chunk ${chunk.number} when it is embedded: ${chunk.ahead}`;
  return element("span", "ahead", { "data-ahead": shortened(chunk.ahead), title, role: "img", "aria-label": title });
}

// The end says most: it is the innermost heading.
function shortened(words) {
  return words.length > MOST_AHEAD ? `\u2026 ${words.slice(-MOST_AHEAD)}` : words;
}

// The text as it is; a run of unseen characters gets an element that shows what they are.
function fill(node, text, room) {
  let done = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (room.signs-- <= 0) break;
    node.append(text.slice(done, match.index));
    const sign = element("span", "sign", { "data-sign": [...match[0]].map(signOf).join("") });
    sign.textContent = match[0];
    node.append(sign);
    done = match.index + match[0].length;
  }
  node.append(text.slice(done));
}

function signOf(character) {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return code.toString(16).toUpperCase().padStart(4, "0");
}

// ---- what belongs to a chunk --------------------------------------------------------------------------

function prepare(view, chunk, text) {
  chunk.segs = view.segs.filter((seg) => seg.own.includes(chunk));
  const whole = chunk.segs.length > 0;
  chunk.startsRight = whole && runsRightToLeft(text, chunk.segs[0].unitFrom);
  chunk.endsRight = whole && runsRightToLeft(text, chunk.segs.at(-1).unitTo - 1);
  chunk.mark = markOf(chunk);
}

// The direction of the line at this place: that of its first letter, as unicode-bidi: plaintext has it.
function runsRightToLeft(text, unit) {
  let at = unit > 0 ? text.lastIndexOf("\n", unit - 1) + 1 : 0;
  for (; at < text.length && text[at] !== "\n"; at++) {
    if (LETTER.test(text[at])) return RIGHT_TO_LEFT.test(text[at]);
  }
  return false;
}

function markOf(chunk) {
  const mark = element("div", chunk.inside ? "mark inside" : "mark", { "data-chunk": chunk.number });
  const labels = element("div", "labels");
  labels.append(badge(chunk.number, describe(chunk)));
  if (chunk.reason) labels.append(tag(chunk.reason));
  labels.append(...chunk.tags.map(tag));
  mark.append(element("i", "line"), labels);
  return mark;
}

function badge(name, title) {
  return element("b", "badge", { "data-n": name, title });
}

function tag(reason) {
  const short = reason.split(":")[0];
  return element("span", "tag", { "data-tag": short, title: reason });
}

function describe(chunk) {
  const place = `Chunk ${chunk.number}: characters ${count(chunk.start)} to ${count(chunk.end)}`;
  const shared = chunk.before ? Math.min(chunk.before.end, chunk.end) - chunk.start : 0;
  return [place, chunk.startsHere ? "" : "starts on the page before", chunk.inside ? "starts inside a sentence" : "",
          shared > 0 ? `shares ${count(shared)} characters with chunk ${chunk.before.number}` : "",
          chunk.reason, ...chunk.tags].filter(Boolean).join(", ");
}

function legend(view) {
  const rows = [];
  const row = (sample, words) => {
    const line = element("span", "", { role: "listitem" });
    if (sample) line.append(sample);
    line.append(words);
    rows.push(line);
    return line;
  };
  const starting = view.chunks.filter((chunk) => chunk.startsHere);
  if (starting.some((chunk) => !chunk.inside)) row(sampleMark(false), "a chunk starts");
  if (starting.some((chunk) => chunk.inside)) row(sampleMark(true), "starts inside a sentence");
  if (view.segs.some((seg) => seg.own.length > 1)) row(sampleHatch(), "in two or more chunks");
  if (view.segs.some((seg) => seg.node.classList.contains("lost"))) {
    row(element("span", "lost"), "the pinned setting cuts here, this one does not");
  }
  const styled = ([name, words]) => {
    if (!view.segs.some((seg) => seg.words.classList.contains(name))) return;
    const sample = element("span", name, { "aria-hidden": "true" });
    sample.textContent = "abc";
    row(sample, words);
  };
  ANSWERS.forEach(styled);
  if (starting.some((chunk) => chunk.ahead)) {
    row(element("span", "ahead", { "data-ahead": "abc", "aria-hidden": "true" }), "embedded ahead of the chunk");
  }
  UNREAD.forEach(styled);
  if (view.chunks.length) row(null, "Click a chunk to choose it; \u2190 and \u2192 go on from there.").id = HINT;
  return rows;
}

function sampleMark(inside) {
  const mark = element("span", inside ? "mark inside" : "mark", { "aria-hidden": "true" });
  mark.append(element("i", "line"), element("b", "badge", { "data-n": "n" }));
  return mark;
}

function sampleHatch() {
  const svg = svgElement("svg", { class: "swatch", "aria-hidden": "true" });
  const size = { width: "100%", height: "100%" };
  svg.append(hatchPattern("sample"), svgElement("rect", { ...size, class: "both" }),
             svgElement("rect", { ...size, fill: "url(#sample)" }));
  return svg;
}

// ---- geometry -----------------------------------------------------------------------------------------
// All rows are equally high (a fixed line-height, whatever fonts step in), so a region is given by its first
// and last row and where it begins and ends in them. Coordinates are px from the page's top left corner.

function draw(view) {
  if (!view.root.isConnected || !view.chunks) return;
  measure(view);
  for (const chunk of view.chunks) {
    chunk.region = regionOf(view, chunk.segs, chunk.startsRight, chunk.endsRight);
  }
  drawBands(view);
  placeMarks(view);
  drawOutline(view);
}

function measure(view) {
  const origin = view.page.getBoundingClientRect();
  view.width = view.body.clientWidth;
  view.pitch = parseFloat(getComputedStyle(view.body).lineHeight);
  for (const seg of view.segs) {
    seg.boxes = Array.from(seg.node.getClientRects(), (box) => ({
      row: Math.round(((box.top + box.bottom) / 2 - origin.top) / view.pitch - 0.5),
      left: clamp(box.left - origin.left, 0, view.width),
      right: clamp(box.right - origin.left, 0, view.width),
    }));
  }
}

// -> up to three stacked rectangles: the first row, the full rows between, the last row
function regionOf(view, segs, startsRight, endsRight) {
  const boxes = segs.flatMap((seg) => seg.boxes);
  if (!boxes.length) return [];
  const first = boxes.reduce((row, box) => Math.min(row, box.row), Infinity);
  const last = boxes.reduce((row, box) => Math.max(row, box.row), -Infinity);
  const head = extent(view, boxes.filter((box) => box.row === first));
  const foot = extent(view, boxes.filter((box) => box.row === last));
  if (first === last) return [rectangle(view, first, first, head.left, head.right)];
  const [west, east] = [-BLEED, view.width + BLEED];
  const [headLeft, headRight] = startsRight ? [west, head.right] : [head.left, east];
  const [footLeft, footRight] = endsRight ? [foot.left, east] : [west, foot.right];
  const between = last > first + 1 ? [rectangle(view, first + 1, last - 1, west, east)] : [];
  return [rectangle(view, first, first, headLeft, headRight), ...between,
          rectangle(view, last, last, footLeft, footRight)];
}

function extent(view, boxes) {
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  return { left: left < 1 ? -BLEED : left, right: right > view.width - 1 ? view.width + BLEED : right };
}

function rectangle(view, first, last, left, right) {
  return { top: first * view.pitch, bottom: (last + 1) * view.pitch, left, right: Math.max(right, left + 3) };
}

// Rectangles that touch become one polygon, so that the outline runs round the whole.
function pathOf(rectangles) {
  const groups = [];
  for (const box of rectangles) {
    const above = groups.at(-1)?.at(-1);
    if (above && box.left < above.right && box.right > above.left) groups.at(-1).push(box);
    else groups.push([box]);
  }
  return groups.map((group) => rounded(corners(group))).join(" ");
}

function corners(group) {
  const down = group.flatMap((box) => [[box.right, box.top], [box.right, box.bottom]]);
  const up = group.toReversed().flatMap((box) => [[box.left, box.bottom], [box.left, box.top]]);
  const all = [...down, ...up];
  return all.filter(([x, y], i) => {
    const [px, py] = all.at(i - 1);
    return x !== px || y !== py;
  });
}

function rounded(points) {
  const parts = points.map((point, i) => {
    const enter = towards(point, points.at(i - 1));
    const leave = towards(point, points[(i + 1) % points.length]);
    return `${i ? "L" : "M"}${enter} Q${point} ${leave}`;
  });
  return `${parts.join(" ")} Z`;
}

function towards([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y);
  const share = Math.min(RADIUS, length / 2) / length;
  return [x + (toX - x) * share, y + (toY - y) * share];
}

function drawBands(view) {
  const bands = view.chunks.map((chunk) => {
    const name = `band ${parity(chunk)}`;
    chunk.band = svgElement("path", { class: name, "data-chunk": chunk.number, d: pathOf(chunk.region) });
    return chunk.band;
  });
  const hatches = shared(view).flatMap((segs) => {
    const [first, last] = [segs[0].own.at(-1), segs.at(-1).own[0]];
    const d = pathOf(regionOf(view, segs, first.startsRight, last.endsRight));
    const hatch = svgElement("path", { class: "hatch", fill: "url(#hatch)", d });
    return [svgElement("path", { class: "both", d }), hatch];
  });
  view.under.replaceChildren(hatchPattern("hatch"), ...bands, ...hatches);
}

// Runs of neighbouring segments that lie in two or more chunks.
function shared(view) {
  const runs = [];
  view.segs.forEach((seg, i) => {
    if (seg.own.length < 2) return;
    if (i && view.segs[i - 1].own.length > 1) runs.at(-1).push(seg);
    else runs.push([seg]);
  });
  return runs;
}

// The line stands where the chunk starts; its label moves on a little where a neighbour's is in the way.
function placeMarks(view) {
  let before = { top: -1, from: 0, to: 0 };
  for (const chunk of view.chunks) {
    const box = chunk.region[0];
    chunk.mark.hidden = !box || !chunk.startsHere;
    if (chunk.mark.hidden) continue;
    const x = chunk.startsRight ? box.right : box.left;
    const width = labelWidth(chunk);
    const neighbour = box.top === before.top ? before : { from: Infinity, to: -Infinity };
    const wish = chunk.startsRight ? Math.min(x - width + 1, neighbour.from - width - 2)
                                   : Math.max(x - 1, neighbour.to + 2);
    const from = clamp(wish, -BLEED, Math.max(-BLEED, view.width + BLEED - width));
    chunk.mark.style.transform = `translate(${x}px, ${box.top}px)`;
    chunk.mark.lastChild.style.left = `${from - x}px`;
    before = { top: box.top, from, to: from + width };
  }
}

function labelWidth(chunk) {
  const number = String(chunk.number).length * CHARACTER + (chunk.inside ? 14 : 10);
  const tags = [chunk.reason, ...chunk.tags].filter(Boolean).map((words) => words.split(":")[0]);
  return tags.reduce((width, words) => width + 3 + words.length * CHARACTER * 0.8 + 10, number);
}

function drawOutline(view) {
  const chunk = chosen(view);
  for (const each of view.chunks) {
    each.mark.classList.toggle("chosen", each === chunk);
    if (each === chunk) each.said.setAttribute("aria-current", "true");
    else each.said.removeAttribute("aria-current");
  }
  view.scroller.dataset.selected = chunk ? chunk.number : "";
  if (!chunk || !chunk.region.length) return view.over.replaceChildren();
  const attributes = { class: "outline", "data-chunk": chunk.number, d: pathOf(chunk.region) };
  view.over.replaceChildren(svgElement("path", attributes));
}

// ---- choosing -----------------------------------------------------------------------------------------

function chosen(view) {
  return view.chunks.find((chunk) => chunk.number === view.selected);
}

function adopt(view, number, newText) {
  const first = view.told === undefined;
  const moved = number !== view.selected;
  if (overtaken(view, number, newText) || (!moved && !newText)) return;
  show(view, number);
  if (!first && moved) announce(view);
  bringIntoView(view, !newText);
  if (newText) afterFonts(view);
}

// A font that arrives late wraps the text anew: a fresh page is brought into place once more, unless somebody
// has moved it by then.
function afterFonts(view) {
  const place = view.scroller.scrollTop;
  const text = view.text;
  document.fonts.ready.then(() => {
    if (!view.root.isConnected || view.text !== text || view.scroller.scrollTop !== place) return;
    draw(view);
    bringIntoView(view, false);
  });
}

function choose(view, number) {
  if (number === undefined || number === view.selected) return;
  show(view, number);
  announce(view);
  view.pending.push(number);
  view.send(number);
}

function show(view, number) {
  view.selected = number;
  drawOutline(view);
}

function announce(view) {
  const chunk = chosen(view);
  view.heard.textContent = chunk ? describe(chunk).replace(":", " selected,") : "No chunk selected";
}

// Moves only this block's own scroll position, never the page's.
function bringIntoView(view, smooth) {
  const box = chosen(view)?.region;
  if (!box || !box.length) return;
  const pad = view.page.offsetTop - view.scroller.offsetTop;
  const top = box[0].top + pad - MARGIN;
  const bottom = box.at(-1).bottom + pad + MARGIN;
  const { scrollTop, clientHeight } = view.scroller;
  if (top >= scrollTop && bottom <= scrollTop + clientHeight) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  view.scroller.scrollTo({ top: Math.max(0, top), behavior: smooth && !calm ? "smooth" : "instant" });
}

function onClick(view, event) {
  const [x, y] = view.press ?? [event.clientX, event.clientY];
  const dragged = Math.hypot(event.clientX - x, event.clientY - y) > STILL;
  if (dragged || event.shiftKey || event.detail > 1) return;  // the end of a selection of text, not a choice
  choose(view, nextOf(numbersAt(view, event), view.selected));
}

// In an overlap the later chunk comes first, then the one before it, round and round.
function nextOf(numbers, selected) {
  const at = numbers.indexOf(selected);
  return at < 0 ? numbers.at(-1) : numbers.at(at - 1);
}

function numbersAt(view, event) {
  const target = event.target;
  const mark = target.closest(".mark");
  if (mark) return [Number(mark.dataset.chunk)];
  const seg = target.closest(".seg");
  if (seg) return seg.dataset.chunks.split(" ").filter(Boolean).map(Number);
  const origin = view.page.getBoundingClientRect();
  const [x, y] = [event.clientX - origin.left, event.clientY - origin.top];
  const within = (box) => x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  return view.chunks.filter((chunk) => chunk.region.some(within)).map((chunk) => chunk.number);
}

function hover(view, number) {
  if (number === view.near) return;
  view.near = number;
  for (const chunk of view.chunks) chunk.band?.classList.toggle("near", chunk.number === number);
}

function onKey(view, event) {
  const plain = { ArrowLeft: -1, ArrowRight: 1 };
  const withAlt = { ArrowUp: -1, ArrowDown: 1 };
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const step = (event.altKey ? withAlt : plain)[event.key];
  if (!step || !view.chunks.length) return;
  event.preventDefault();
  const at = view.chunks.findIndex((chunk) => chunk.number === view.selected);
  const next = at < 0 ? (step > 0 ? 0 : view.chunks.length - 1) : clamp(at + step, 0, view.chunks.length - 1);
  choose(view, view.chunks[next].number);
  bringIntoView(view, true);
}

// ---- marking a passage --------------------------------------------------------------------------------

// What is selected of the text, in code points of it; undefined where nothing is, or something beside it.
function passageOf(view) {
  const root = view.body.getRootNode();
  const selection = root.getSelection?.() ?? document.getSelection();
  const range = selection?.getComposedRanges?.({ shadowRoots: [root] })[0]
    ?? (selection?.rangeCount ? selection.getRangeAt(0) : undefined);
  if (!range || !view.body.contains(range.startContainer) || !view.body.contains(range.endContainer)) return undefined;
  const [start, end] = [[range.startContainer, range.startOffset], [range.endContainer, range.endOffset]]
    .map(([node, offset]) => unitsBefore(view.body, node, offset));
  const points = (unit) => [...view.text.slice(0, unit)].length;
  return end > start ? [points(start), points(end), view.stamp] : undefined;
}

function unitsBefore(body, node, offset) {
  const before = document.createRange();
  before.setStart(body, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}

function offerMarker(view) {
  view.passage = view.marking ? passageOf(view) : undefined;
  view.marker.hidden = view.passage === undefined;
  if (view.marker.hidden) return;
  const selection = view.body.getRootNode().getSelection?.() ?? document.getSelection();
  const box = selection.getRangeAt(0).getBoundingClientRect();
  const origin = view.page.getBoundingClientRect();
  view.marker.style.top = `${box.bottom - origin.top + 4}px`;
  view.marker.style.left = `${clamp(box.left - origin.left, 0, Math.max(view.width - view.marker.offsetWidth, 0))}px`;
}

// The button for the answer, and the one that is there beside it once a passage is marked.
function markerOf(view, more) {
  const button = element("button", "", { type: "button" });
  button.textContent = more ? "Add as another part of the answer" : "Mark as the answer";
  button.addEventListener("click", (event) => markPassage(view, event, more), { signal: view.stop.signal });
  return button;
}

function markPassage(view, event, more) {
  event.stopPropagation();
  if (view.passage) view.sendPassage([...view.passage, more]);
  view.marker.hidden = true;
}

// ---- small helpers ------------------------------------------------------------------------------------

function svgElement(name, attributes = {}) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

function svgLayer() {
  return svgElement("svg", { class: "layer", "aria-hidden": "true" });
}

function hatchPattern(id) {
  const pattern = svgElement("pattern", { id, width: 7, height: 7, patternUnits: "userSpaceOnUse",
                                          patternTransform: "rotate(45)" });
  pattern.append(svgElement("path", { class: "stripe", d: "M3.5 0V7" }));
  return pattern;
}

function parity(chunk) {
  return chunk.number % 2 ? "odd" : "even";
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}
