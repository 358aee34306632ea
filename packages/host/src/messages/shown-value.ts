/** The most characters of a text, members of a list or an object, and levels, that are shown. */
const LONGEST = 4000;
const MOST = 100;
const DEEPEST = 8;
/** The most characters of all texts of one value; every other value counts as a few. */
const LONGEST_TOGETHER = 64_000;
const FEW = 8;

/** What a value of a host call is shown as: JSON of bounded size, in which bytes are counted. */
export type ShownValue =
  | string
  | number
  | boolean
  | null
  | readonly ShownValue[]
  | { readonly [key: string]: ShownValue };

/**
 * Makes a value JSON that can be shown: bytes become `{ bytes: <count> }`, the message that a plugin
 * answers `{ message: <its number> }`, and what is long, wide or deep is cut, with `…` in its place.
 */
export function toShown(value: unknown): ShownValue {
  return show(value, { left: LONGEST_TOGETHER }, 0);
}

function show(value: unknown, budget: { left: number }, depth: number): ShownValue {
  if (typeof value === "string") return cut(value, budget);
  budget.left -= FEW;
  if (typeof value === "boolean" || value === null || value === undefined) return value ?? null;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object") return typeof value === "bigint" ? value.toString() : typeof value;
  if (ArrayBuffer.isView(value)) return { bytes: value.byteLength };
  if (depth === DEEPEST || budget.left <= 0) return "…";
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST).map((one: unknown) => show(one, budget, depth + 1));
    return value.length > MOST ? [...shown, "…"] : shown;
  }
  if ("contextToken" in value && "messageId" in value) {
    return { message: show(value.messageId, budget, depth + 1) };
  }
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  const shown = members
    .slice(0, MOST)
    .map(([key, one]) => [cut(key, budget), show(one, budget, depth + 1)] as const);
  return Object.fromEntries(members.length > MOST ? [...shown, ["…", "…"] as const] : shown);
}

function cut(text: string, budget: { left: number }): string {
  const length = Math.max(0, Math.min(LONGEST, budget.left));
  budget.left -= Math.min(text.length, length);
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
