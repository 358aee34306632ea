import { shortenText } from "../content/cut-text.ts";
/** Characters of a text from outside that an error shows. */
const SHOWN_TEXT = 40;
/** Characters of a path or a type that an error shows; the sender chooses the keys. */
const SHOWN_PATH = 200;

/**
 * Says what a value is. Shows numbers and truth values themselves, of everything else only the kind: a text
 * may be a secret.
 *
 * @example
 * kindInWords([1, 2]); // a list
 */
export function kindInWords(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null || typeof value === "number" || typeof value === "boolean")
    return String(value);
  if (typeof value === "string") return "a text";
  if (typeof value === "object") return objectInWords(value);
  return typeof value === "bigint" ? "a BigInt" : `a ${typeof value}`;
}

function objectInWords(value: object): string {
  if (Array.isArray(value)) return "a list";
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? "bytes" : "an object";
}

/** The same, but shows the beginning of a text. Only for texts that are no secrets. */
export function valueInWords(value: unknown): string {
  return typeof value === "string"
    ? JSON.stringify(preview(value, SHOWN_TEXT))
    : kindInWords(value);
}

/** Shortens a text and replaces characters that move or hide others. */
export function preview(text: string, shown: number = SHOWN_PATH): string {
  return shortenText(text, shown)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}
