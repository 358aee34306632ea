/**
 * A separate entry point of the package, so that a thread which only measures JSON need not load the whole package.
 *
 * @module
 */
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** The result of {@link measureJson}. */
export interface JsonSize {
  /** Number of nested levels of lists and objects. */
  readonly depth: number;
  /** Items of lists and members of objects; an empty list or object counts as one. */
  readonly values: number;
  /**
   * Members of objects alone. They are limited separately: a member with a new key takes as long to read as 40 items.
   */
  readonly members: number;
}

/**
 * The limits of JSON that the main thread parses in one step, in about 30 ms: the arguments of one host call, one
 * event of a platform, one value that a user has written.
 */
export const JSON_LIMITS: JsonSize = {
  /** Validators recurse once per level. */
  depth: 256,
  values: 100_000,
  /**
   * Lower than `values`, because an object with many different keys is expensive to read, to walk through and to
   * write: with 80,000 of them one host call blocked the main thread for up to 170 ms.
   */
  members: 25_000,
};

/**
 * Whether a JSON text is within the limits, so that it may be parsed.
 *
 * @param limits @default JSON_LIMITS
 * @example
 * isWithin("[".repeat(300)); // false
 */
export function isWithin(json: string, limits: JsonSize = JSON_LIMITS): boolean {
  const { depth, values, members } = measureJson(json);
  return depth <= limits.depth && values <= limits.values && members <= limits.members;
}

/**
 * Counts the levels, items and members of a JSON text.
 *
 * Reads each character once, skips strings with the engine's own search, and does not recurse, so that neither a long
 * nor a deeply nested text can block the main thread or exhaust its stack. It does not validate: a text that is no
 * JSON has some size as well, and the parser refuses it later.
 *
 * @example
 * measureJson('{"list":[1,2]}'); // { depth: 2, values: 3, members: 1 }
 */
export function measureJson(json: string): JsonSize {
  let level = 0;
  let depth = 0;
  let values = 0;
  let members = 0;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(json, at);
    else if (unit === COMMA) values++;
    else if (unit === COLON) members++;
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      values++;
      if (++level > depth) depth = level;
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) level--;
  }
  return { depth, values, members };
}

/**
 * Returns the JSON of each item of a list, in one pass over the list's JSON.
 *
 * @param json JSON of a list, without blanks around it
 * @example
 * splitItems('["key",{"a":[1,2]}]'); // ['"key"', '{"a":[1,2]}']
 */
export function splitItems(json: string): string[] {
  const items: string[] = [];
  let level = 0;
  let from = 1;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(json, at);
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) level++;
    else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) level--;
    else if (unit === COMMA && level === 1) {
      items.push(json.slice(from, at));
      from = at + 1;
    }
  }
  const last = json.slice(from, -1);
  return items.length === 0 && last === "" ? [] : [...items, last];
}

/**
 * Returns the index of the quote that ends the string whose opening quote is at `start`, or the length of a text that
 * ends before it. Long strings are skipped by the engine's own search.
 *
 * @example
 * endOfString('["a", 1]', 1); // 3
 */
export function endOfString(json: string, start: number): number {
  const first = json.indexOf('"', start + 1);
  if (first === -1) return json.length;
  let at = first;
  while (json.charCodeAt(at - 1) === BACKSLASH) at--;
  if ((first - at) % 2 === 0) return first;
  // The quote is escaped. There may be many, and one search for each costs more than reading each character.
  for (at = first + 1; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === BACKSLASH) at++;
    else if (unit === QUOTE) return at;
  }
  return at;
}
