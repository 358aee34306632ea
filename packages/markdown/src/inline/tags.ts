import {
  AT,
  BACKTICK,
  COLON,
  DASH,
  DOT,
  EQUALS,
  GREATER,
  LESS,
  PLUS,
  SLASH,
  isAsciiAlphanumeric,
  isAsciiLetter,
} from "../characters.ts";

/** Maximum length of a URL's scheme, and of a part of a domain name. */
const MAX_SCHEME = 32;
const MAX_DOMAIN_PART = 63;

/** ASCII codes that an e-mail address may have before its `@`. */
const local = new Uint8Array(128);
for (let code = 33; code < 127; code += 1) {
  const char = String.fromCharCode(code);
  if (isAsciiAlphanumeric(code) || ".!#$%&'*+/=?^_`{|}~-".includes(char)) local[code] = 1;
}

/**
 * The end of the autolink (`<https://…>`, `<a@b.c>`) that starts at `at`, or -1. Reads at most to the next
 * `<`. Written as two loops, because a regular expression's backtracking stack overflows on texts of 60 MB.
 */
export function autolinkEnd(text: string, at: number): number {
  const end = linkedUrlEnd(text, at + 1);
  return end === -1 ? linkedAddressEnd(text, at + 1) : end;
}

/** The end of an autolinked URL (`scheme:…>`), or -1. */
function linkedUrlEnd(text: string, from: number): number {
  if (!isAsciiLetter(text.charCodeAt(from))) return -1;
  let at = from + 1;
  while (at < from + MAX_SCHEME && isSchemeCode(text.charCodeAt(at))) at += 1;
  if (at === from + 1 || text.charCodeAt(at) !== COLON) return -1;
  // At the end of the text `charCodeAt` is NaN, which the second check refuses.
  for (at += 1; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === GREATER) return at + 1;
    if (!(code > 32) || code === LESS || code === 127) return -1;
  }
}

function isSchemeCode(code: number): boolean {
  return isAsciiAlphanumeric(code) || code === PLUS || code === DASH || code === DOT;
}

/** The end of an autolinked e-mail address, or -1. */
function linkedAddressEnd(text: string, from: number): number {
  let at = from;
  while (local[text.charCodeAt(at)] === 1) at += 1;
  if (at === from || text.charCodeAt(at) !== AT) return -1;
  for (;;) {
    const start = at + 1;
    at = skipName(text, start);
    const edges = text.charCodeAt(start) !== DASH && text.charCodeAt(at - 1) !== DASH;
    if (at === start || at - start > MAX_DOMAIN_PART || !edges) return -1;
    const code = text.charCodeAt(at);
    if (code === GREATER) return at + 1;
    if (code !== DOT) return -1;
  }
}

/**
 * Finds the ends of HTML tags in one text, and remembers which closing sequences no longer occur in it.
 *
 * Without that memory, a text of many `<!--` without `-->` would be searched to its end once per `<!--`,
 * which is quadratic. The pass asks for ascending positions, so that a sequence that was not found once is
 * not found later either.
 *
 * Open tags need no such memory: each `<` ends a tag unless it is inside a quoted value, and of all tags
 * that start before a position, at most two (one per kind of quotes) can be inside a value there.
 */
export class TagFinder {
  readonly #text: string;
  #missing: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the tag, comment, declaration or instruction that starts with `<` at `at`, or -1. */
  end(at: number): number {
    const text = this.#text;
    const code = text.charCodeAt(at + 1);
    // `<!`: a comment, a CDATA section or a declaration.
    if (code === 33) {
      if (text.startsWith("--", at + 2)) return this.#after("-->", at + 2);
      if (text.startsWith("[CDATA[", at + 2)) return this.#after("]]>", at + 9);
      return isAsciiLetter(text.charCodeAt(at + 2)) ? this.#after(">", at + 3) : -1;
    }
    // `<?`: a processing instruction.
    if (code === 63) return this.#after("?>", at + 2);
    if (code === SLASH) {
      if (!isAsciiLetter(text.charCodeAt(at + 2))) return -1;
      const end = skipSpace(text, skipName(text, at + 2));
      return text.charCodeAt(end) === GREATER ? end + 1 : -1;
    }
    return isAsciiLetter(code) ? this.#openTag(skipName(text, at + 1)) : -1;
  }

  /**
   * The end of the next `closing` after `from`, or -1. Once a sequence was not found, later searches for it
   * are skipped.
   */
  #after(closing: string, from: number): number {
    if (this.#missing.includes(closing)) return -1;
    const at = this.#text.indexOf(closing, from);
    if (at !== -1) return at + closing.length;
    this.#missing.push(closing);
    return -1;
  }

  /** Reads attributes and the end of an open tag, from the end of its name on. */
  #openTag(afterName: number): number {
    const text = this.#text;
    let at = afterName;
    for (;;) {
      const start = skipSpace(text, at);
      const code = text.charCodeAt(start);
      if (code === GREATER) return start + 1;
      if (code === SLASH) return text.charCodeAt(start + 1) === GREATER ? start + 2 : -1;
      // An attribute needs whitespace before it, and a name.
      if (start === at || !(isAsciiLetter(code) || code === COLON || code === 95)) return -1;
      at = start + 1;
      while (isAttributeCode(text.charCodeAt(at))) at += 1;
      const sign = skipSpace(text, at);
      if (text.charCodeAt(sign) === EQUALS) {
        at = this.#value(skipSpace(text, sign + 1));
        if (at === -1) return -1;
      }
    }
  }

  /** The end of the attribute value that starts at `start`, or -1. */
  #value(start: number): number {
    const text = this.#text;
    const quote = text.charAt(start);
    if (quote === '"' || quote === "'") return this.#after(quote, start + 1);
    let at = start;
    while (isUnquotedCode(text.charCodeAt(at))) at += 1;
    return at === start ? -1 : at;
  }
}

/** The end of an attribute or tag name. */
function skipName(text: string, from: number): number {
  let at = from;
  while (isAsciiAlphanumeric(text.charCodeAt(at)) || text.charCodeAt(at) === DASH) at += 1;
  return at;
}

function isAttributeCode(code: number): boolean {
  return isAsciiAlphanumeric(code) || code === 95 || code === COLON || code === DASH || code === 46;
}

/** Any character but whitespace, quotes, `<`, `=`, `>` and backtick; NaN ends the text. */
function isUnquotedCode(code: number): boolean {
  return code > 32 && code !== 34 && code !== 39 && !(code > 59 && code < 63) && code !== BACKTICK;
}

/** The first position from `from` on that is neither space, tab nor line feed. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 9 && code !== 10) return at;
    at += 1;
  }
}

/** Codes that always end a bare URL: `"`, `<`, `>`, `[`, `]`, backtick, `|`. */
function endsUrl(code: number): boolean {
  return (
    !(code > 32 && code < 127) ||
    code === 34 ||
    code === 60 ||
    code === 62 ||
    code === 91 ||
    code === 93 ||
    code === BACKTICK ||
    code === 124
  );
}

const trailing = "?!.,:;*_~'\"";

/**
 * The end of the bare URL whose `://` is at `at`, or -1 if there is none. The URL is opaque: it contains no
 * markers.
 *
 * It ends before whitespace, non-ASCII text (Chinese follows a URL without a space), `**` (the URL is
 * inside of bold text), a `)` that it did not open, and punctuation at its end, which belongs to the
 * sentence.
 */
export function bareUrlEnd(text: string, at: number): number {
  if (!text.startsWith("//", at + 1) || !isAsciiAlphanumeric(text.charCodeAt(at - 1))) return -1;
  const start = at + 3;
  let end = start;
  let open = 0;
  for (; ; end += 1) {
    const code = text.charCodeAt(end);
    if (endsUrl(code)) break;
    if (code === 42 && text.charCodeAt(end + 1) === 42) break;
    if (code === 40) open += 1;
    else if (code === 41) {
      if (open === 0) break;
      open -= 1;
    }
  }
  while (end > start && trailing.includes(text.charAt(end - 1))) end -= 1;
  return end;
}
