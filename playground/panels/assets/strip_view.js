const ROOM = 7;           // px above the band, for the triangles of the ticks
const BAND = 34;          // px, height of the band
const SHOWN = 44;         // px from the top, the bracket under what the page shows
const TICK = 2;           // px, width of a tick
const HEAD = 4;           // px, half the width of a tick's triangle
const APART = 9;          // px between ticks on average; closer ones are drawn short, without triangles
const STRIPE = 9;         // px from one line of the hatching to the next
const SMALLEST = 5;       // px, the chosen chunk's outline is never narrower
const LEAP = 10;          // chunks that Page Up and Page Down pass
const COLOURS = ["odd", "even", "both", "hatch", "red", "rule", "soft", "chosen", "glow", "light", "paper", "ink"];
const ROOM_FOR_RANKS = 22; // px above all of it, where there are ranks to write; the style sheet makes the canvas as much higher

// ---- life of a view -----------------------------------------------------------------------------------

function createView(host) {
  const view = { turn: 0, data: null, shape: null, told: undefined, selected: null, span: null, pending: [],
                 stop: new AbortController() };
  view.root = element("div", "strip");
  view.canvas = element("canvas", "");
  view.canvas.setAttribute("role", "img");
  // For the keyboard and for screen readers: which chunk is chosen, as a value that arrow keys change.
  view.keys = element("div", "keys", { role: "slider", tabindex: "0", "aria-orientation": "horizontal",
                                       "aria-valuemin": "1" });
  view.tip = element("div", "tip", { "aria-hidden": "true" });  // the slider says it
  view.tip.hidden = true;
  view.caption = element("div", "caption");
  view.probes = COLOURS.map((name) => element("i", `probe ${name}`));
  view.pulses = element("div", "pulses", { "aria-hidden": "true" });
  view.root.append(view.canvas, view.pulses, view.keys, view.caption, view.tip, ...view.probes);
  host.append(view.root);
  listen(view);
  views.set(host, view);
  return view;
}

function listen(view) {
  const options = { signal: view.stop.signal };
  view.canvas.addEventListener("click", (event) => onClick(view, event), options);
  view.canvas.addEventListener("pointermove", (event) => showTip(view, event), options);
  view.canvas.addEventListener("pointerleave", () => { view.tip.hidden = true; }, options);
  view.keys.addEventListener("keydown", (event) => onKey(view, event), options);
  view.keys.addEventListener("focus", () => { if (view.keys.matches(":focus-visible")) tipAtChosen(view); }, options);
  view.keys.addEventListener("blur", () => { view.tip.hidden = true; }, options);
  view.observer = new ResizeObserver(() => draw(view));
  view.observer.observe(view.canvas);
}

function update(view, data) {
  const shape = JSON.stringify([data.length, data.starts, data.ends, data.bins?.first]);
  if (shape !== view.shape) Object.assign(view, { shape, pending: [], told: undefined });
  view.data = data;
  const number = data.selected?.[0] ?? null;
  if (!overtaken(view, number, false)) {
    view.selected = number;
    view.span = data.selected;  // [number, start, end] or null
  }
  view.root.classList.toggle("marked", Boolean(data.marks));
  view.canvas.setAttribute("aria-label", data.label);
  view.keys.setAttribute("aria-label", data.marks ? "Chosen chunk, with what the question found" : "Chosen chunk");
  view.caption.textContent = data.caption;
  draw(view);
  tellChosen(view);
}

// ---- drawing ------------------------------------------------------------------------------------------

function draw(view) {
  const { canvas, data } = view;
  const width = canvas.clientWidth;
  if (!data || !width) return;
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(canvas.clientHeight * ratio);
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  const top = data.marks ? ROOM_FOR_RANKS : 0;
  pen.translate(0, top);
  const place = (offset) => (offset / Math.max(data.length, 1)) * width;
  const scene = { pen, width, place, ratio, colours: coloursOf(view), data };
  drawFrame(scene);
  if (data.bins) drawColumns(scene);
  else drawChunks(scene);
  drawChosen(scene, view.span);
  if (!data.bins) drawTicks(scene);  // last, so that the outline hides none
  drawShown(scene, data.shown);
  placePulses(view, scene, top);
  if (data.marks) drawMarks(scene, data.marks);
}

// The theme's colours as the browser resolves them: a canvas does not know the style sheet's variables.
function coloursOf(view) {
  return Object.fromEntries(COLOURS.map((name, i) => [name, getComputedStyle(view.probes[i]).color]));
}

function drawFrame({ pen, width, colours }) {
  pen.strokeStyle = colours.rule;
  pen.lineWidth = 1;
  pen.strokeRect(0.5, ROOM + 0.5, width - 1, BAND - 1);
}

function drawChunks({ pen, width, place, colours, data, ratio }) {
  const { starts, ends } = data;
  starts.forEach((start, i) => {
    pen.fillStyle = i % 2 ? colours.even : colours.odd;
    pen.fillRect(place(start), ROOM, place(ends[i]) - place(start), BAND);
  });
  for (const paint of [colours.both, hatching(pen, colours.hatch, ratio)]) {
    pen.fillStyle = paint;
    for (const [from, to] of overlaps(starts, ends)) {
      pen.fillRect(place(from), ROOM, place(to) - place(from), BAND);
    }
  }
  drawEdges({ pen, place, colours, width, starts });
}

// Where two or more chunks lie; `starts` ascend, so one look at the furthest end so far is enough.
function overlaps(starts, ends) {
  const found = [];
  let reach = 0;
  starts.forEach((start, i) => {
    if (start < reach) found.push([start, Math.min(ends[i], reach)]);
    reach = Math.max(reach, ends[i]);
  });
  return found;
}

function drawEdges({ pen, place, colours, width, starts }) {
  if (starts.length > width / 6) return;  // lines closer than that would grey the bands
  pen.fillStyle = colours.soft;
  for (const start of starts.slice(1)) pen.fillRect(place(start) - 0.5, ROOM, 1, BAND);
}

// Ticks that would run into one another keep to the upper third, so that the bands stay in sight.
function drawTicks({ pen, width, place, colours, data }) {
  const places = data.starts.filter((_, i) => i && data.inside[i]).map(place);
  const dense = places.length > width / APART;
  const height = dense ? BAND / 3 : BAND + 2;
  pen.fillStyle = colours.red;
  for (const x of places) {
    pen.fillRect(x - TICK / 2, dense ? ROOM : ROOM - 2, dense ? TICK / 2 : TICK, height);
    if (!dense) drawHead(pen, x);
  }
}

function drawHead(pen, x) {
  pen.beginPath();
  pen.moveTo(x - HEAD, 0);
  pen.lineTo(x + HEAD, 0);
  pen.lineTo(x, ROOM + 1);
  pen.fill();
}

// A column: hatched from below as far as its share in two chunks, red from above as its share of bad cuts.
function drawColumns({ pen, width, colours, data, ratio }) {
  const { shared, cuts, inside } = data.bins;
  const step = width / shared.length;
  const column = (i, top, height) => pen.fillRect(i * step, top, step + 0.3, height);
  pen.fillStyle = colours.odd;
  pen.fillRect(0, ROOM, width, BAND);
  pen.fillStyle = colours.both;
  shared.forEach((share, i) => column(i, ROOM + BAND * (1 - share), BAND * share));
  pen.fillStyle = hatching(pen, colours.hatch, ratio);
  shared.forEach((share, i) => column(i, ROOM + BAND * (1 - share), BAND * share));
  pen.fillStyle = colours.red;
  inside.forEach((bad, i) => { if (bad) column(i, ROOM, (BAND / 2) * (bad / cuts[i])); });
}

function hatching(pen, colour, ratio) {
  const tile = document.createElement("canvas");
  const size = Math.max(2, Math.round(STRIPE * ratio));
  tile.width = tile.height = size;
  const brush = tile.getContext("2d");
  brush.strokeStyle = colour;
  brush.lineWidth = 1.5 * ratio;
  brush.beginPath();
  for (const shift of [-size, 0, size]) {
    brush.moveTo(shift - ratio, size + ratio);
    brush.lineTo(shift + size + ratio, -ratio);
  }
  brush.stroke();
  const pattern = pen.createPattern(tile, "repeat");
  pattern.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}

function drawChosen({ pen, place, colours, width }, span) {
  if (!span) return;
  const [, start, end] = span;
  const size = Math.max(place(end) - place(start), SMALLEST);
  const left = Math.min(Math.max(place(start) - (size > SMALLEST ? 0 : SMALLEST / 2), 1), width - size - 1);
  pen.strokeStyle = colours.chosen;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.roundRect(left, ROOM + 1, Math.min(size, width - 2 - left + 1), BAND - 2, 2);
  pen.stroke();
}

function drawShown({ pen, place, colours, width, data }, [from, to]) {
  if (from <= 0 && to >= data.length) return;  // the page shows all: nothing to say
  const left = Math.min(place(from), width - 4);
  const right = Math.max(place(to), left + 4);
  pen.fillStyle = colours.soft;
  pen.fillRect(left, SHOWN + 2, right - left, 2);
  pen.fillRect(left, SHOWN - 1, 2, 5);
  pen.fillRect(right - 2, SHOWN - 1, 2, 5);
}

// ---- pointing -----------------------------------------------------------------------------------------

function offsetAt(view, event) {
  const box = view.canvas.getBoundingClientRect();
  const share = (event.clientX - box.left) / Math.max(box.width, 1);
  return Math.min(Math.max(Math.floor(share * view.data.length), 0), view.data.length - 1);
}

// -> index of the last chunk that holds this place, or of the nearest one that starts after it
function indexAt({ starts, ends }, offset) {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= offset) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0; i--) if (ends[i] > offset) return i;
  return Math.min(low, starts.length - 1);
}

function columnAt({ length, bins }, offset) {
  return Math.min(Math.floor((offset / length) * bins.first.length), bins.first.length - 1);
}

function onClick(view, event) {
  const { data } = view;
  if (!data.count) return;
  const offset = offsetAt(view, event);
  choose(view, data.bins ? data.bins.first[columnAt(data, offset)] : indexAt(data, offset) + 1);
}

// Where chunks are summed up in columns, Python says where this one lies.
function choose(view, number) {
  const { starts, ends, bins } = view.data;
  view.selected = number;
  if (!bins) view.span = [number, starts[number - 1], ends[number - 1]];
  draw(view);
  tellChosen(view);
  view.pending.push(number);
  view.send(number);
}

function onKey(view, event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const last = view.data.count;
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: LEAP, PageDown: -LEAP,
                  Home: -last, End: last };
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const number = Math.min(Math.max((view.selected ?? 0) + step, 1), last);
  if (number !== view.selected) choose(view, number);
  tipAtChosen(view);
}

function tellChosen(view) {
  const { data, keys, selected } = view;
  keys.hidden = !data.count;
  keys.setAttribute("aria-valuemax", data.count);
  keys.setAttribute("aria-valuenow", selected ?? 1);
  keys.setAttribute("aria-valuetext", chosenWords(view));
  if (!view.tip.hidden && view.root.getRootNode().activeElement === keys) tipAtChosen(view);
}

function chosenWords({ data, selected, span }) {
  if (selected === null) return "none";
  const place = `chunk ${count(selected)} of ${count(data.count)}`;
  if (span?.[0] !== selected) return place;  // in columns, until Python has said where it lies
  const [, start, end] = span;
  const words = data.bins ? `${place}: characters ${count(start)} to ${count(end)}` : chunkWords(data, selected - 1);
  return [words, ...marksIn(data, start, end), ...sectionAt(data, start)].join(", ");
}

function tipAtChosen(view) {
  const { data, span } = view;
  if (!span) return;
  const middle = (span[1] + span[2]) / 2 / Math.max(data.length, 1);
  placeTip(view, chosenWords(view), middle * view.canvas.clientWidth);
}

function showTip(view, event) {
  const { data } = view;
  if (!data.count) return;
  const offset = offsetAt(view, event);
  const chunk = () => chunkWords(data, indexAt(data, offset));
  const words = data.bins ? columnWords(data, columnAt(data, offset)) : chunk();
  const all = [words, ...marksIn(data, offset, offset + 1), ...sectionAt(data, offset)].join(", ");
  placeTip(view, all, event.clientX - view.root.getBoundingClientRect().left);
}

function placeTip({ tip, root }, words, middle) {
  tip.textContent = words;
  tip.hidden = false;
  const [x, room] = [middle - tip.offsetWidth / 2, root.clientWidth - tip.offsetWidth];
  tip.style.transform = `translateX(${Math.min(Math.max(x, 0), Math.max(room, 0))}px)`;
}

function chunkWords({ starts, ends, inside }, i) {
  const words = `chunk ${count(i + 1)}: characters ${count(starts[i])} to ${count(ends[i])}`;
  return inside[i] ? `${words}, starts inside a sentence` : words;
}

function columnWords({ length, bins }, i) {
  const { first, shared, cuts, inside } = bins;
  const [from, to] = [i, i + 1].map((edge) => Math.floor((edge * length) / first.length));
  const place = `from chunk ${count(first[i])}: characters ${count(from)} to ${count(to)}`;
  const twice = `${Math.round(shared[i] * 100)} % in two chunks`;
  return `${place}, ${inside[i]} of ${cuts[i]} cuts inside a sentence, ${twice}`;
}
