import { element } from "./dom.js";

const LONGEST = 2000;

/** A JSON value as a tree: lists and objects open, everything else is a text. */
export function jsonTree(name, value, extras = []) {
  const title = element("span", { className: "key" }, name);
  if (typeof value !== "object" || value === null) {
    return element("div", { className: "leaf" }, title, leafElement(value), ...extras);
  }
  const entries = Object.entries(value);
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  return element(
    "details",
    { className: "branch" },
    element("summary", {}, title, element("span", { className: "size" }, size), ...extras),
    ...entries.map(([key, one]) => jsonTree(key, one)),
  );
}

function leafElement(value) {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return element("span", { className: `value ${value === null ? "null" : typeof value}` }, shown);
}
