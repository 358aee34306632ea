import { hasText, t } from "./language.js";

/** Creates an element; text children are text, never markup. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

const PATHS = {
  attach: "M12 5v14M5 12h14",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  close: "M6 6l12 12M18 6L6 18",
  edit: "M4 20h4L19 9l-4-4L4 16z",
  file: "M14 3H7v18h10V6zM14 3v3h3",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  open: "M7 10l5 5 5-5",
  reply: "M10 8L5 12l5 4M5 12h9a5 5 0 0 1 5 5",
  send: "M4 12l16-8-6 16-3-7z",
  tools: "M4 6h9M17 6h3M4 12h3M11 12h9M4 18h11M19 18h1M15 4v4M9 10v4M17 16v4",
  video: "M3 6h12v12H3zM15 11l6-4v10l-6-4",
  voice: "M12 3a3 3 0 0 1 3 3v6a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3M5 11a7 7 0 0 0 14 0M12 18v3",
};

/** A line drawing by its name. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", PATHS[name]);
  drawing.append(path);
  return drawing;
}

/** Asks the server; resolves with `{ value }`, or with `{ error }` as text in the language of the page. */
export async function ask(url, init) {
  try {
    const response = await fetch(url, init);
    const body = await response.json();
    return response.ok ? { value: body } : { error: problemOf(body) };
  } catch {
    return { error: t("error.OFFLINE") };
  }
}

/** What a refusal is in words: by its code, else in the words of the server. */
function problemOf({ code, error: words }) {
  const key = `error.${code}`;
  return hasText(key) ? t(key, { words }) : words;
}

/** Posts a value as JSON; resolves as {@link ask}. */
export function send(url, value) {
  return ask(url, { method: "POST", body: JSON.stringify(value) });
}

/** Posts; resolves with the error as text, or `undefined` on success. */
export async function post(url, body) {
  return (await ask(url, { method: "POST", body })).error;
}

/** A button with a text, and what it does. */
export function button(label, className, onClick) {
  const made = element("button", { type: "button", className }, label);
  made.addEventListener("click", onClick);
  return made;
}

/** A button with a drawing; the label is for its title and for screen readers. */
export function iconButton(label, name, onClick) {
  const made = element("button", { type: "button", className: "icon", title: label }, icon(name));
  made.setAttribute("aria-label", label);
  made.addEventListener("click", onClick);
  return made;
}

let fields = 0;

/** A control with its label above it, and a hint below it if there is one. */
export function field(label, control, hint) {
  control.id ||= `field-${(fields += 1)}`;
  const words = element("label", {}, label);
  words.htmlFor = control.id;
  const below = hint && element("small", { id: `${control.id}-hint` }, hint);
  if (below) control.setAttribute("aria-describedby", below.id);
  return element("div", { className: "field" }, words, control, below);
}

/**
 * Replaces what a node shows. The keyboard goes on where it was: at the same element, or at the new one with the same
 * `data-at`; where neither is there, at the one whose `data-at` is `next`.
 */
export function redraw(node, children, next) {
  const focused = document.activeElement;
  const hadFocus = node.contains(focused);
  node.replaceChildren(...children);
  if (!hadFocus) return;
  const named = new Map(
    [...node.querySelectorAll("[data-at]")].map((one) => [one.dataset.at, one]),
  );
  const at = focused.isConnected ? focused : (named.get(focused.dataset.at) ?? named.get(next));
  at?.focus();
}

/** Names a control for {@link redraw}. */
export function placed(control, at) {
  control.dataset.at = at;
  return control;
}
