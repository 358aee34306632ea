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

const UNITS = ["bytes", "kB", "MB"];

/** A number of bytes as people read it. */
export function sizeInWords(size) {
  const unit = size < 1000 ? 0 : size < 1e6 ? 1 : 2;
  const value = size / 1000 ** unit;
  return `${unit === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

const PATHS = {
  attach: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  file: "M14 3H7v18h10V6zM14 3v3h3",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  open: "M7 10l5 5 5-5",
  reply: "M10 8L5 12l5 4M5 12h9a5 5 0 0 1 5 5",
  send: "M4 12l16-8-6 16-3-7z",
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

/** Posts; resolves with the error as text, or `undefined` on success. */
export async function post(url, body) {
  try {
    const response = await fetch(url, { method: "POST", body });
    if (response.ok) return undefined;
    const { error } = await response.json();
    return error;
  } catch {
    return "the server does not answer";
  }
}
