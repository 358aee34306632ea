/** The most characters of each text and of the whole preview. */
const LONGEST = 120;
const LONGEST_KEPT = 400;
/** The most elements of each list and object. */
const MOST = 5;
const DEEPEST = 3;
/** Names of fields that hold secrets. */
const SECRET = /authorization|cookie|password|secret|token|api-?key/i;

/**
 * A value as one line for people: long texts and lists and deep objects are truncated, bytes are
 * counted, secrets are left out.
 */
export function preview(value: unknown): string {
  const text = write(value, 0);
  return text.length > LONGEST_KEPT ? `${text.slice(0, LONGEST_KEPT)}…` : text;
}

function write(value: unknown, depth: number): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
  }
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return String(value);
  if (ArrayBuffer.isView(value)) return `Uint8Array(${value.byteLength})`;
  if (depth === DEEPEST) return "…";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST).map((one: unknown) => write(one, depth + 1));
    return `[${[...shown, ...(value.length > MOST ? ["…"] : [])].join(", ")}]`;
  }
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  if (entries.length === 0) return "{}";
  const shown = entries
    .slice(0, MOST)
    .map(([name, one]) => `${name}: ${SECRET.test(name) ? "…" : write(one, depth + 1)}`);
  return `{ ${[...shown, ...(entries.length > MOST ? ["…"] : [])].join(", ")} }`;
}
