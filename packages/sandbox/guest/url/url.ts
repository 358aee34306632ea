import { coded, assertArgumentCount } from "../classes.ts";
import { compute } from "../compute.ts";
import { textOf } from "../errors.ts";
import { type GuestURLSearchParams, paramsOf, refill } from "./search-params.ts";

/** The parts in the order in which the host returns them. */
const PARTS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;

/** Characters that one request to the host's URL parser may have in sum; a longer URL counts as invalid. */
const MAX_LENGTH = 262_144;

type Part = (typeof PARTS)[number];

/**
 * A URL by the WHATWG. The engine has no parser for URLs: the host's parses the text, and again for every part
 * that is set, and answers with all parts. The object only stores them.
 *
 * `searchParams` and `search` describe the same query. Each change of one updates the other: the parameters
 * call back when they change, and a new `search` or `href` refills them.
 *
 * @see https://url.spec.whatwg.org/#url-class
 */
export class GuestURL {
  declare readonly href: string;
  #parts: Readonly<Record<Part, string>>;
  #params: GuestURLSearchParams | undefined;

  constructor(input: unknown, base?: unknown) {
    assertArgumentCount(arguments.length, 1);
    const parts = parse(input, base);
    if (parts === undefined) throw invalid(input);
    this.#parts = parts;
  }

  static canParse(input: unknown, base?: unknown): boolean {
    return parse(input, base) !== undefined;
  }

  static parse(input: unknown, base?: unknown): GuestURL | null {
    return parse(input, base) === undefined ? null : new GuestURL(input, base);
  }

  static {
    // The parts differ in nothing but their names; `origin` alone is read-only.
    for (const part of PARTS) {
      const access: PropertyDescriptor & ThisType<GuestURL> = {
        get() {
          return this.#parts[part];
        },
        enumerable: true,
        configurable: true,
      };
      if (part !== "origin") {
        access.set = function (this: GuestURL, value: unknown) {
          this.#set(part, textOf(value));
        };
      }
      Object.defineProperty(this.prototype, part, access);
    }
  }

  get searchParams(): GuestURLSearchParams {
    this.#params ??= paramsOf(this.#parts.search, () => {
      this.#assign("search", textOf(this.#params));
    });
    return this.#params;
  }

  toString(): string {
    return this.#parts.href;
  }

  toJSON(): string {
    return this.#parts.href;
  }

  #set(part: Part, value: string): void {
    this.#assign(part, value);
    const isQuery = part === "search" || part === "href";
    if (isQuery && this.#params !== undefined) refill(this.#params, this.#parts.search);
  }

  #assign(part: Part, value: string): void {
    const parts = ask("url-set", this.#parts.href, part, value);
    // By the standard, setting a part to an invalid value changes nothing; only `href` throws.
    if (parts !== undefined) this.#parts = parts;
    else if (part === "href") throw invalid(value);
  }
}

function parse(input: unknown, base: unknown): Readonly<Record<Part, string>> | undefined {
  const against = base === undefined ? null : textOf(base);
  return ask("url-parse", textOf(input), against);
}

/** Asks the host's parser; undefined when the texts are too long or the result is no URL. */
function ask(
  kind: "url-parse" | "url-set",
  ...texts: (string | null)[]
): Readonly<Record<Part, string>> | undefined {
  const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return length > MAX_LENGTH ? undefined : readParts(compute(kind, texts));
}

function readParts(answer: unknown): Readonly<Record<Part, string>> | undefined {
  if (!Array.isArray(answer)) return undefined;
  const part = (name: Part): string => textOf(answer[PARTS.indexOf(name)]);
  return {
    href: part("href"),
    origin: part("origin"),
    protocol: part("protocol"),
    username: part("username"),
    password: part("password"),
    host: part("host"),
    hostname: part("hostname"),
    port: part("port"),
    pathname: part("pathname"),
    search: part("search"),
    hash: part("hash"),
  };
}

function invalid(input: unknown): TypeError {
  return coded(
    Object.assign(new TypeError("Invalid URL"), { input: textOf(input) }),
    "ERR_INVALID_URL",
  );
}
