import { coded, invalidType, requireArguments } from "./classes.ts";
import { compute, computeText } from "./compute.ts";
import { isObject, textOf } from "./errors.ts";

type Pair = [name: string, value: string];

let setList: (params: GuestURLSearchParams, query: string) => void;
let setOwner: (params: GuestURLSearchParams, changed: () => void) => void;

/** The pairs of a query. */
export class GuestURLSearchParams {
  #list: Pair[] = [];
  /** Tells the URL that has these parameters. */
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
    requireArguments(arguments.length, 2);
    this.#list.push([wellFormed(name), wellFormed(value)]);
    this.#changed();
  }

  delete(name: unknown, value?: unknown): void {
    requireArguments(arguments.length, 1);
    const matches = matcher(name, value);
    this.#list = this.#list.filter((pair) => !matches(pair));
    this.#changed();
  }

  get(name: unknown): string | null {
    requireArguments(arguments.length, 1);
    return this.#list.find(matcher(name))?.[1] ?? null;
  }

  getAll(name: unknown): string[] {
    requireArguments(arguments.length, 1);
    return this.#list.filter(matcher(name)).map(([, value]) => value);
  }

  has(name: unknown, value?: unknown): boolean {
    requireArguments(arguments.length, 1);
    return this.#list.some(matcher(name, value));
  }

  set(name: unknown, value: unknown): void {
    requireArguments(arguments.length, 2);
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

  /** Live: what is appended while someone iterates is seen. */
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
    return this.#list.length === 0 ? "" : computeText("params-serialize", this.#list);
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

function parse(query: string): Pair[] {
  if (query === "") return [];
  const pairs = compute("params-parse", [query]);
  if (!isPairs(pairs)) throw new RangeError("the query is too long");
  return pairs;
}

function isPairs(value: unknown): value is Pair[] {
  return Array.isArray(value);
}

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
    const isList = isObject(item) && Symbol.iterator in item;
    const [name, value, ...more] = isList ? Array.from(Object(item)) : [];
    const isPair = isList && more.length === 0 && lengthOf(item) === 2;
    if (isPair) return [wellFormed(name), wellFormed(value)];
    const message = "Each query pair must be an iterable [name, value] tuple";
    throw coded(new TypeError(message), "ERR_INVALID_TUPLE");
  });
}

function lengthOf(list: unknown): number {
  return Array.from(Object(list)).length;
}

function matcher(name: unknown, value?: unknown): (pair: Pair) => boolean {
  const sought = wellFormed(name);
  const wanted = value === undefined ? undefined : wellFormed(value);
  return ([key, found]) => key === sought && (wanted === undefined || found === wanted);
}

function wellFormed(value: unknown): string {
  return textOf(value).toWellFormed();
}
