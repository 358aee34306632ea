import { isObject, textOf } from "../errors.ts";

type Pair = [name: string, value: string];

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u;
// oxlint-disable-next-line no-control-regex -- NUL, line ends, and what fits into no byte
const FORBIDDEN = /[\0\r\n]|[^\u0000-\u00FF]/u;

// The class's static block sets these, so that this module's functions can use its private fields and plugins cannot.
let freeze: (headers: GuestHeaders) => GuestHeaders;
let allPairs: (headers: GuestHeaders) => readonly Pair[];

/**
 * The `Headers` of the Fetch standard. Names are compared and returned in lower case. A name may have several
 * values: reading joins them with a comma, those of `cookie` with a semicolon, by which servers separate cookies. Only
 * `set-cookie` keeps its values apart, because they may contain commas.
 *
 * @see https://fetch.spec.whatwg.org/#headers-class
 */
export class GuestHeaders {
  /** Pairs in the order in which they were appended. */
  #list: Pair[] = [];
  /** What iteration returns, sorted and joined; computed at the first use after a change. */
  #sorted: Pair[] | undefined;
  #frozen = false;

  constructor(init?: unknown) {
    if (init === undefined) return;
    if (!isObject(init)) throw new TypeError("headers must be an object or a list of pairs");
    for (const [name, value] of pairsOf(init)) this.append(name, value);
  }

  static {
    freeze = (headers) => {
      headers.#frozen = true;
      return headers;
    };
    allPairs = (headers) => headers.#all();
  }

  append(name: unknown, value: unknown): void {
    const pair: Pair = [nameOf(name), valueOf(value)];
    this.#change([...this.#list, pair]);
  }

  set(name: unknown, value: unknown): void {
    const pair: Pair = [nameOf(name), valueOf(value)];
    const at = this.#list.findIndex(([known]) => known === pair[0]);
    const rest = this.#list.filter(([known]) => known !== pair[0]);
    rest.splice(at < 0 ? rest.length : at, 0, pair);
    this.#change(rest);
  }

  delete(name: unknown): void {
    const key = nameOf(name);
    this.#change(this.#list.filter(([known]) => known !== key));
  }

  get(name: unknown): string | null {
    const key = nameOf(name);
    const values = this.#valuesOf(key);
    return values.length === 0 ? null : joined(key, values);
  }

  has(name: unknown): boolean {
    return this.#valuesOf(nameOf(name)).length > 0;
  }

  getSetCookie(): string[] {
    return this.#valuesOf("set-cookie");
  }

  forEach(visit: unknown, self?: unknown): void {
    if (typeof visit !== "function") throw new TypeError("forEach takes a function");
    for (const [name, value] of this) visit.call(self, value, name, this);
  }

  /** A live iterator: it computes the list anew when the headers change during the iteration. */
  *entries(): IterableIterator<Pair> {
    for (let at = 0; at < this.#all().length; at++) {
      const [name, value] = this.#all()[at] ?? ["", ""];
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

  #valuesOf(key: string): string[] {
    return this.#list.filter(([known]) => known === key).map(([, value]) => value);
  }

  #change(list: Pair[]): void {
    if (this.#frozen) throw new TypeError("the headers of a response are immutable");
    this.#list = list;
    this.#sorted = undefined;
  }

  /** Sorts pairs by name and joins the values of each name, except for `set-cookie`, whose pairs stay separate. */
  #all(): readonly Pair[] {
    if (this.#sorted !== undefined) return this.#sorted;
    const names = [...new Set(this.#list.map(([name]) => name))].toSorted();
    this.#sorted = names.flatMap((name): Pair[] => {
      const values = this.#valuesOf(name);
      if (name === "set-cookie") return values.map((value) => [name, value]);
      return [[name, joined(name, values)]];
    });
    return this.#sorted;
  }
}

/** What iteration returns. */
export function headerPairs(headers: GuestHeaders): readonly Pair[] {
  return allPairs(headers);
}

/** Immutable headers. */
export function immutableHeaders(pairs: readonly Pair[]): GuestHeaders {
  return freeze(new GuestHeaders(pairs));
}

function pairsOf(init: Record<string, unknown>): unknown[][] {
  const iterator: unknown = Reflect.get(init, Symbol.iterator);
  if (iterator === undefined || iterator === null) return Object.entries(init);
  return Array.from(Object(init), (item: unknown) => {
    const pair: unknown[] = isObject(item) ? Array.from(Object(item)) : [];
    if (pair.length !== 2) throw new TypeError("each header must be a pair of name and value");
    return pair;
  });
}

function joined(name: string, values: readonly string[]): string {
  return values.join(name === "cookie" ? "; " : ", ");
}

function nameOf(value: unknown): string {
  const name = textOf(value);
  if (!NAME.test(name)) throw new TypeError(`${JSON.stringify(name)} is not a header name`);
  return name.toLowerCase();
}

/** Works in linear time: a regular expression for the end of a text would start again at each blank of a long run. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start++;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const BLANKS = "\t\n\r ";

/** A value without white space around it. A line end inside would let a plugin add headers of its own. */
function valueOf(value: unknown): string {
  const text = trimBlanks(textOf(value));
  if (FORBIDDEN.test(text)) throw new TypeError("the header's value has forbidden characters");
  return text;
}
