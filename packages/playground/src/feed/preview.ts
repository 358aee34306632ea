import { shortenText } from "@botwright/core";
/** The most characters of each text, and of the whole preview. */
const MAX_LENGTH = 120;
const MAX_KEPT_LENGTH = 400;
/** The most elements of each list and object. */
const MAX_ITEMS = 5;
const MAX_DEPTH = 3;
/** Names of fields that hold secrets. */
const SECRET = /authorization|cookie|password|secret|token|api-?key/i;

/**
 * Formats a value as one line: long texts, long lists and deep objects are truncated, bytes are replaced by their
 * number, and secrets are left out.
 */
export function preview(value: unknown): string {
  return shortenText(write(value, 0), MAX_KEPT_LENGTH);
}

function write(value: unknown, depth: number): string {
  if (typeof value === "string") return JSON.stringify(shortenText(value, MAX_LENGTH));
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return String(value);
  if (ArrayBuffer.isView(value)) return `Uint8Array(${value.byteLength})`;
  if (depth === MAX_DEPTH) return "…";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map((one: unknown) => write(one, depth + 1));
    return `[${[...shown, ...(value.length > MAX_ITEMS ? ["…"] : [])].join(", ")}]`;
  }
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  if (entries.length === 0) return "{}";
  const shown = entries
    .slice(0, MAX_ITEMS)
    .map(([name, one]) => `${name}: ${SECRET.test(name) ? "…" : write(one, depth + 1)}`);
  return `{ ${[...shown, ...(entries.length > MAX_ITEMS ? ["…"] : [])].join(", ")} }`;
}
