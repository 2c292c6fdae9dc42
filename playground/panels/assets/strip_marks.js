// What a question adds to the strip: rings round its answer, what was read for it with ranks, and the cuts
// that go through the ring.

const GLOW = 9;           // px of light round what was read
const SMALLEST_READ = 6;  // px, what was read is never narrower
const RING = 4;           // px the ring stands out above and below the band
const NUMBER = 16;        // px, height and least width of a rank
const APART_RANKS = 3;    // px between two ranks

function drawMarks(scene, marks) {
  marks.reads.forEach((read) => drawRead(scene, read));
  marks.rings.forEach((ring) => drawRing(scene, ring));
  drawRanks(scene, marks.reads);
}

// -> left edge and width on the line, kept in sight
function extentOf({ place, width }, [start, end], least) {
  const size = Math.max(place(end) - place(start), least);
  return [Math.min(Math.max(place(start), 1), width - size - 1), size];
}

function drawRead(scene, read) {
  const { pen, colours } = scene;
  const [left, size] = extentOf(scene, read, SMALLEST_READ);
  pen.save();
  pen.shadowColor = colours.light;
  pen.shadowBlur = GLOW * scene.ratio;
  pen.strokeStyle = colours.light;
  pen.lineWidth = 2.5;
  pen.strokeRect(left + 1, ROOM + 1, Math.max(size - 2, 2), BAND - 2);
  pen.restore();
  pen.save();
  pen.globalAlpha = 0.4;
  pen.fillStyle = colours.light;
  pen.fillRect(left, ROOM, size, BAND);
  pen.restore();
}

function drawRing(scene, ring) {
  const { pen, colours } = scene;
  const [left, size] = extentOf(scene, ring, 2 * SMALLEST_READ);
  for (const [colour, width] of [[colours.paper, 5], [colours.ink, 2.5]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.roundRect(left, ROOM - RING, size, BAND + 2 * RING, 9);
    pen.stroke();
  }
}

// The ranks stand above what they number, from left to right, moved on where two would meet.
function drawRanks(scene, reads) {
  const { pen, colours, width } = scene;
  pen.font = "600 11px sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const { rank, left, size } of rankPlaces(reads, scene.place, width)) {
    pen.fillStyle = colours.glow;
    pen.beginPath();
    pen.roundRect(left, -ROOM_FOR_RANKS + 1, size, NUMBER, 5);
    pen.fill();
    pen.fillStyle = colours.paper;
    pen.fillText(String(rank), left + size / 2, -ROOM_FOR_RANKS + 1.5 + NUMBER / 2);
  }
}

// -> where each rank is written: over the middle of its read, moved right past the one before, then back from the
// right edge where that would be passed
function rankPlaces(reads, place, width) {
  const places = reads.map((read, i) => {
    const size = Math.max(NUMBER, 7 * String(i + 1).length + 8);
    return { rank: i + 1, size, left: place((read[0] + read[1]) / 2) - size / 2 };
  });
  places.sort((a, b) => a.left - b.left);
  let free = 0;
  for (const one of places) {
    one.left = Math.max(one.left, free);
    free = one.left + one.size + APART_RANKS;
  }
  let edge = width;
  for (const one of places.toReversed()) {
    one.left = Math.min(one.left, edge - one.size);
    edge = one.left - APART_RANKS;
  }
  return places;
}

// Elements, not pixels: the style sheet moves them, and holds them still for who wants no motion.
function placePulses(view, { place }, top) {
  const cuts = view.data.marks?.cuts ?? [];
  const made = cuts.map((cut) => {
    const pulse = element("i", "pulse");
    pulse.style.left = `${place(cut)}px`;
    pulse.style.top = `${top + ROOM + BAND / 2}px`;
    return pulse;
  });
  const same = view.pulses.children.length === made.length
    && made.every((pulse, i) => pulse.style.left === view.pulses.children[i].style.left);
  if (!same) view.pulses.replaceChildren(...made);  // else they would begin anew with every drawing
}

// ---- pointing -----------------------------------------------------------------------------------------

// What the marks between two places say, in words
function marksIn({ marks }, from, to) {
  if (!marks) return [];
  const meets = ([start, end]) => start < to && from < end;
  const ranks = marks.reads.flatMap((read, i) => (meets(read) ? [`read at rank ${i + 1}`] : []));
  const ring = marks.rings.some(meets) ? ["part of the answer"] : [];
  const cut = marks.cuts.some((place) => from <= place && place < to) ? ["a cut goes through the answer"] : [];
  return [...ranks, ...ring, ...cut];
}

function sectionAt({ sections }, offset) {
  let name;
  for (const [start, words] of sections ?? []) {
    if (start > offset) break;
    name = words;
  }
  return name ? [`section \u201c${name}\u201d`] : [];
}
