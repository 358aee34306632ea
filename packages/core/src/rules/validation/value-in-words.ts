import { shortenText } from "../content/cut-text.ts";
/** Maximum characters of an untrusted text in an error. */
const SHOWN_TEXT = 40;
/** Maximum characters of a path or a type in an error, because the sender chooses the keys. */
const SHOWN_PATH = 200;

/**
 * Describes a value. Shows only numbers and booleans themselves, and the kind of everything else, because a text may
 * be a secret.
 *
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

/** Like {@link kindInWords}, but shows the beginning of a text. Only for texts that are not secret. */
export function valueInWords(value: unknown): string {
  return typeof value === "string"
    ? JSON.stringify(preview(value, SHOWN_TEXT))
    : kindInWords(value);
}

/** Shortens a text and replaces characters that move or hide other characters. */
export function preview(text: string, shown: number = SHOWN_PATH): string {
  return shortenText(text, shown)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}
