import { coded, invalidType, assertArgumentCount } from "../classes.ts";
import { decodeUtf8, encodeUtf8 } from "../bytes/chunks.ts";
import { isObject, textOf } from "../errors.ts";

type Pair = [name: string, value: string];

let setList: (params: GuestURLSearchParams, query: string) => void;
let setOwner: (params: GuestURLSearchParams, changed: () => void) => void;

/**
 * The pairs of a query, by the WHATWG: a list in which names may repeat. Every method that changes it informs
 * the URL to which the parameters belong.
 *
 * @see https://url.spec.whatwg.org/#interface-urlsearchparams
 */
export class GuestURLSearchParams {
  #list: Pair[] = [];
  /** Updates the URL that has these parameters; does nothing for parameters of their own. */
  #changed: () => void = () => {};

  constructor(init: unknown = "") {
    if (isObject(init)) this.#list = pairsOf(init);
    else this.#list = parse(textOf(init));
  }

  static {
    setList = (params, query) => {
      params.#list = parse(query);
    };
    setOwner = (params, changed) => {
      params.#changed = changed;
    };
  }

  get size(): number {
    return this.#list.length;
  }

  append(name: unknown, value: unknown): void {
    assertArgumentCount(arguments.length, 2);
    this.#list.push([wellFormed(name), wellFormed(value)]);
    this.#changed();
  }

  delete(name: unknown, value?: unknown): void {
    assertArgumentCount(arguments.length, 1);
    const matches = matcher(name, value);
    this.#list = this.#list.filter((pair) => !matches(pair));
    this.#changed();
  }

  get(name: unknown): string | null {
    assertArgumentCount(arguments.length, 1);
    return this.#list.find(matcher(name))?.[1] ?? null;
  }

  getAll(name: unknown): string[] {
    assertArgumentCount(arguments.length, 1);
    return this.#list.filter(matcher(name)).map(([, value]) => value);
  }

  has(name: unknown, value?: unknown): boolean {
    assertArgumentCount(arguments.length, 1);
    return this.#list.some(matcher(name, value));
  }

  set(name: unknown, value: unknown): void {
    assertArgumentCount(arguments.length, 2);
    const matches = matcher(name);
    const pair: Pair = [wellFormed(name), wellFormed(value)];
    const at = this.#list.findIndex(matches);
    const rest = this.#list.filter((known) => !matches(known));
    rest.splice(at < 0 ? rest.length : at, 0, pair);
    this.#list = rest;
    this.#changed();
  }

  sort(): void {
    this.#list.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
    this.#changed();
  }

  forEach(visit: unknown, self?: unknown): void {
    if (typeof visit !== "function") throw invalidType("callback", "of type function");
    for (const [name, value] of this) visit.call(self, value, name, this);
  }

  /** A live iterator, as the standard demands: it also returns pairs that are appended during the iteration. */
  *entries(): IterableIterator<Pair> {
    for (let at = 0; at < this.#list.length; at++) {
      const [name, value] = this.#list[at] ?? ["", ""];
      yield [name, value];
    }
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): IterableIterator<Pair> {
    return this.entries();
  }

  toString(): string {
    return this.#list.map(([name, value]) => `${encodeForm(name)}=${encodeForm(value)}`).join("&");
  }
}

/** The parameters of a URL: `changed` is called when they change. */
export function paramsOf(query: string, changed: () => void): GuestURLSearchParams {
  const params = new GuestURLSearchParams(query);
  setOwner(params, changed);
  return params;
}

/** Takes over the query of a URL that was changed. */
export function refill(params: GuestURLSearchParams, query: string): void {
  setList(params, query);
}

/**
 * Reads a query. It does so in the guest, where a limit can stop it, because Node's parser takes time that grows with
 * the square of the number of pairs.
 */
function parse(query: string): Pair[] {
  const text = query.startsWith("?") ? query.slice(1) : query;
  const pairs: Pair[] = [];
  for (const part of text.toWellFormed().split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = at < 0 ? part : part.slice(0, at);
    pairs.push([decodeForm(name), at < 0 ? "" : decodeForm(part.slice(at + 1))]);
  }
  return pairs;
}

/** Undoes the encoding of forms. */
function decodeForm(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodePercent(spaced);
  }
}

/**
 * Decodes what `decodeURIComponent` rejects: a `%` without two digits stays, and malformed UTF-8 becomes
 * replacement characters. The bytes are decoded in place, because the result is never longer.
 */
function decodePercent(text: string): string {
  const bytes = encodeUtf8(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const [high, low] = byte === 0x25 ? [digitOf(bytes[at + 1]), digitOf(bytes[at + 2])] : [-1, -1];
    const isEncoded = high >= 0 && low >= 0;
    bytes[length++] = isEncoded ? high * 16 + low : byte;
    if (isEncoded) at += 2;
  }
  return decodeUtf8(bytes.subarray(0, length));
}

/** The value of a hexadecimal digit; -1 for all else. */
function digitOf(byte: number | undefined): number {
  const value = parseInt(String.fromCharCode(byte ?? 0), 16);
  return Number.isNaN(value) ? -1 : value;
}

/** The encoding of forms: all but letters, digits and `*-._`. */
function encodeForm(text: string): string {
  // `encodeURIComponent` does nearly this: it differs in the space and in five characters that it leaves.
  return encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replace(/[!'()~]/gu, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Pairs of an iterable of pairs, or of an object's own properties, as the constructor accepts them. */
function pairsOf(init: Record<string, unknown>): Pair[] {
  const iterator: unknown = Reflect.get(init, Symbol.iterator);
  if (iterator === undefined || iterator === null) {
    const record = new Map<string, string>();
    for (const [name, value] of Object.entries(init))
      record.set(wellFormed(name), wellFormed(value));
    return [...record];
  }
  if (typeof iterator !== "function") {
    throw coded(new TypeError("Query pairs must be iterable"), "ERR_ARG_NOT_ITERABLE");
  }
  return Array.from(Object(init), (item: unknown): Pair => {
    // Read once: it may be an iterator.
    const isList = isObject(item) && Symbol.iterator in item;
    const pair: unknown[] = isList ? Array.from(Object(item)) : [];
    if (pair.length === 2) return [wellFormed(pair[0]), wellFormed(pair[1])];
    const message = "Each query pair must be an iterable [name, value] tuple";
    throw coded(new TypeError(message), "ERR_INVALID_TUPLE");
  });
}

function matcher(name: unknown, value?: unknown): (pair: Pair) => boolean {
  const sought = wellFormed(name);
  const wanted = value === undefined ? undefined : wellFormed(value);
  return ([key, found]) => key === sought && (wanted === undefined || found === wanted);
}

/** A text without lone surrogates, which no percent-encoding can represent. */
function wellFormed(value: unknown): string {
  return textOf(value).toWellFormed();
}
