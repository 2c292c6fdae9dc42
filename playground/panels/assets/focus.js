const MOST_FRAMES = 120;  // waited for a box that is only now being drawn or unfolded

function createView(host) {
  const view = { turn: 0, told: undefined, stop: new AbortController() };
  view.root = element("span", "");
  host.append(view.root);
  views.set(host, view);
  return view;
}

// The first call only says what has been: whoever comes back to a tab is not to be moved about.
function update(view, { name, turn }) {
  const isNew = view.told !== undefined && view.told !== turn;
  view.told = turn;
  if (isNew) seek(view, name, MOST_FRAMES);
}

function seek(view, name, frames) {
  if (view.stop.signal.aborted || !frames) return;
  const box = document.querySelector(`.st-key-${name} input, [class*="st-key-${name}-v"] input`);
  const fold = box?.closest("details");
  if (fold && !fold.open && frames === MOST_FRAMES) fold.querySelector("summary").click();
  box?.focus({ preventScroll: true });
  if (box && document.activeElement === box) return box.scrollIntoView({ block: "center" });
  requestAnimationFrame(() => seek(view, name, frames - 1));
}
