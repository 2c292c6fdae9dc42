const SAID_FOR = 2_500;  // ms

function createView(host) {
  const view = { turn: 0, stop: new AbortController() };
  const signal = view.stop.signal;
  view.root = element("div", "field");
  view.label = element("label", "", { for: "value" });
  view.value = element("input", "", { id: "value", type: "text", readonly: "" });
  view.button = element("button", "", { type: "button", "aria-live": "polite" });
  view.value.addEventListener("focus", () => view.value.select(), { signal });
  view.button.addEventListener("click", () => copy(view), { signal });
  signal.addEventListener("abort", () => clearTimeout(view.timer));
  view.root.append(view.label, view.value, view.button);
  host.append(view.root);
  views.set(host, view);
  return view;
}

function update(view, { label, value, name }) {
  view.label.textContent = label;
  view.name = name;
  if (view.value.value === value && view.button.textContent) return;
  view.value.value = value;
  say(view, "");
}

// Where the page is not on https there is no clipboard to write to, but what is selected can be copied.
async function copy(view) {
  let done = false;
  try {
    await navigator.clipboard.writeText(view.value.value);
    done = true;
  } catch {
    view.value.focus();
    view.value.select();
    done = document.execCommand("copy");
  }
  say(view, done ? "Copied" : "Selected: copy it");
}

function say(view, words) {
  clearTimeout(view.timer);
  view.button.textContent = words || "Copy";
  view.button.setAttribute("aria-label", words || `Copy ${view.name}`);
  if (words) view.timer = setTimeout(() => say(view, ""), SAID_FOR);
}
