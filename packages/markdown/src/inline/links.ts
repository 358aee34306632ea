import {
  BACKSLASH,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COLON,
  GREATER,
  LESS,
  LINE_FEED,
  PAREN_CLOSE,
  PAREN_OPEN,
  isAsciiPunctuation,
  isBlank,
} from "../characters.ts";
import { skipSpace } from "./tags.ts";

/** Normalised labels that the text defines, of links and of footnotes. */
export interface Labels {
  links: Set<string> | undefined;
  footnotes: Set<string> | undefined;
}

/** The longest label that CommonMark allows, in UTF-16 units. */
const MAX_LABEL = 999;
/** Maximum nesting of parentheses in an unquoted destination. */
const MAX_PARENTHESES = 32;

/**
 * Labels match regardless of case and inner whitespace. Lower case and then upper case approximates Unicode
 * case folding, which JavaScript lacks: `ẞ` and `ss` become equal.
 */
export function normaliseLabel(label: string): string {
  return label
    .replace(/[\t\n ]+/g, " ")
    .trim()
    .toLowerCase()
    .toUpperCase();
}

/**
 * The index of the `]` that ends the label which starts after `[`, or -1. A label has no unescaped brackets
 * and is not blank. The search is bounded by the label's greatest length, so that many `[` in one text stay
 * linear.
 */
export function labelEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_LABEL + 1);
  let blank = true;
  for (let at = from; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BRACKET_CLOSE) return blank ? -1 : at;
    if (code === BRACKET_OPEN) return -1;
    if (code === BACKSLASH && isAsciiPunctuation(text.charCodeAt(at + 1))) at += 1;
    if (blank && !isBlank(code) && code !== LINE_FEED) blank = false;
  }
  return -1;
}

/** The end of the footnote label (without whitespace) that starts after `[^`, or -1. */
export function footnoteLabelEnd(text: string, from: number): number {
  const end = labelEnd(text, from);
  return end === -1 || /\s/.test(text.slice(from, end)) ? -1 : end;
}

/** ASCII codes that need a check inside an unquoted destination. */
const destination = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  if (code < 33 || code === 127 || "\\()".includes(String.fromCharCode(code)))
    destination[code] = 1;
}

/**
 * The end of the link destination at `at`, or -1. A destination without `<>` may be empty.
 *
 * `<…>` ends at the first unescaped `>` of the same line. Other destinations end at a blank, or at a `)`
 * that closes no parenthesis of their own: `(a_(b))` has the destination `a_(b)`.
 */
function destinationEnd(text: string, at: number): number {
  let end = at;
  if (text.charCodeAt(at) === LESS) {
    for (end += 1; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === GREATER) return end + 1;
      if (code === LESS || code === LINE_FEED) return -1;
      if (code === BACKSLASH && isAsciiPunctuation(text.charCodeAt(end + 1))) end += 1;
    }
    return -1;
  }
  let open = 0;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code > 127 || destination[code] === 0) continue;
    if (code === BACKSLASH) {
      if (isAsciiPunctuation(text.charCodeAt(end + 1))) end += 1;
    } else if (code === PAREN_OPEN) {
      open += 1;
      if (open > MAX_PARENTHESES) return -1;
    } else if (code === PAREN_CLOSE) {
      if (open === 0) break;
      open -= 1;
    } else if (isBlank(code) || code === LINE_FEED) break;
    else return -1;
  }
  return open === 0 ? end : -1;
}

/** The character that closes a title which `opening` opens, or "" if `opening` opens none. */
function titleClosing(opening: string): string {
  if (opening === "(") return ")";
  return opening === '"' || opening === "'" ? opening : "";
}

/** The position of the first unescaped `closing` from `from` on, or the length of the text. */
function closingAt(text: string, closing: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === closing) return at;
    if (char === "\\" && isAsciiPunctuation(text.charCodeAt(at + 1))) at += 1;
  }
  return text.length;
}

/** The end of the quoted title at `at`, or -1. */
function titleEnd(text: string, at: number): number {
  const closing = titleClosing(text.charAt(at));
  if (closing === "") return -1;
  const close = closingAt(text, closing, at + 1);
  return close === text.length ? -1 : close + 1;
}

/** The last title search with one kind of quotes, and the end of the resource behind it. */
interface TitleSearch {
  /** Where the title starts, and where its closing character is: the text's length if there is none. */
  open: number;
  close: number;
  /** The end of the resource with this title, or -1. */
  end: number;
}

/**
 * Finds the ends of link resources, `(destination "title")`, in one text.
 *
 * Many titles may start before the same closing character, or before none, and each search would read up to
 * it (quadratic). Therefore the last search per closing character is remembered and answers for all titles
 * that start within its range.
 */
export class ResourceFinder {
  readonly #text: string;
  readonly #searches: Map<string, TitleSearch> = new Map();

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the resource that starts with `(` at `at`, or -1. */
  end(at: number): number {
    const text = this.#text;
    const end = destinationEnd(text, skipSpace(text, at + 1));
    if (end === -1) return -1;
    const next = skipSpace(text, end);
    if (text.charCodeAt(next) === PAREN_CLOSE) return next + 1;
    return next > end ? this.#titled(next) : -1;
  }

  /**
   * The end of the resource whose title starts at `at`, or -1. Whitespace precedes the title, so an earlier
   * search cannot have read its opening character as an escaped one.
   */
  #titled(at: number): number {
    const text = this.#text;
    const closing = titleClosing(text.charAt(at));
    if (closing === "") return -1;
    const last = this.#searches.get(closing);
    if (last !== undefined && at > last.open && at < last.close) return last.end;
    const close = closingAt(text, closing, at + 1);
    const next = skipSpace(text, close + 1);
    const end = text.charCodeAt(next) === PAREN_CLOSE ? next + 1 : -1;
    this.#searches.set(closing, { open: at, close, end });
    return end;
  }
}

/**
 * A target that looks like a URL or a path, unlike the words after `[注意]: `. CommonMark would treat those
 * as a definition and remove them, which would delete a sentence from a chat message.
 */
const target = /^[A-Za-z][A-Za-z\d+.-]*:|^[/#.<]|^www\.|[\w-]\.[A-Za-z]/;

/** A definition at the start of a paragraph: its label, and its end. */
export interface Definition {
  label: string;
  end: number;
}

/**
 * Reads the link definition that starts with `[` at `at`; undefined if it is ordinary text. Nothing may
 * follow on its last line. If what follows the destination on the next line is no complete title, the
 * definition ends with the destination's line.
 */
export function definitionAt(text: string, at: number): Definition | undefined {
  const close = labelEnd(text, at + 1);
  if (close === -1 || text.charCodeAt(close + 1) !== COLON) return undefined;
  const start = skipSpace(text, close + 2);
  const end = destinationEnd(text, start);
  if (end <= start || !target.test(text.slice(start, end))) return undefined;
  const label = normaliseLabel(text.slice(at + 1, close));
  const next = skipSpace(text, end);
  const title = next > end ? titleEnd(text, next) : -1;
  const last = lineEnd(text, title);
  if (last !== -1) return { label, end: last };
  const plain = lineEnd(text, end);
  return plain === -1 ? undefined : { label, end: plain };
}

/** The start of the next line when nothing but spaces and tabs follows `at`, else -1. */
function lineEnd(text: string, at: number): number {
  if (at === -1) return -1;
  let end = at;
  while (isBlank(text.charCodeAt(end))) end += 1;
  if (end === text.length) return end;
  return text.charCodeAt(end) === LINE_FEED ? end + 1 : -1;
}
