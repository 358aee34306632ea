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

/** What the host's parser has found in a text. Plugins cannot reach this class, and so cannot make one. */
class Parts {
  readonly #texts: readonly unknown[];

  constructor(texts: readonly unknown[]) {
    this.#texts = texts;
  }

  get(part: Part): string {
    return textOf(this.#texts[PARTS.indexOf(part)]);
  }
}

/**
 * A URL by the WHATWG. The engine has no URL parser, so the host parses the text, and parses it again for every part
 * that is set, and returns all parts. The object only stores them.
 *
 * `searchParams` and `search` describe the same query. Each change of one updates the other: the parameters
 * call back when they change, and a new `search` or `href` refills them.
 *
 * @see https://url.spec.whatwg.org/#url-class
 */
export class GuestURL {
  declare readonly href: string;
  #parts: Parts;
  #params: GuestURLSearchParams | undefined;

  constructor(input: unknown, base?: unknown) {
    assertArgumentCount(arguments.length, 1);
    const parts = input instanceof Parts ? input : parseUrl(input, base);
    if (parts === undefined) throw invalid(input);
    this.#parts = parts;
  }

  static canParse(input: unknown, base?: unknown): boolean {
    return parseUrl(input, base) !== undefined;
  }

  static parse(input: unknown, base?: unknown): GuestURL | null {
    const parts = parseUrl(input, base);
    return parts === undefined ? null : new GuestURL(parts);
  }

  static {
    // The parts differ in nothing but their names; `origin` alone is read-only.
    for (const part of PARTS) {
      const access: PropertyDescriptor & ThisType<GuestURL> = {
        get() {
          return this.#parts.get(part);
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
    this.#params ??= paramsOf(this.#parts.get("search"), () => {
      this.#assign("search", textOf(this.#params));
    });
    return this.#params;
  }

  toString(): string {
    return this.#parts.get("href");
  }

  toJSON(): string {
    return this.#parts.get("href");
  }

  #set(part: Part, value: string): void {
    this.#assign(part, value);
    const isQuery = part === "search" || part === "href";
    if (isQuery && this.#params !== undefined) refill(this.#params, this.#parts.get("search"));
  }

  #assign(part: Part, value: string): void {
    const parts = ask("url-set", this.#parts.get("href"), part, value);
    // By the standard, setting a part to an invalid value changes nothing; only `href` throws.
    if (parts !== undefined) this.#parts = parts;
    else if (part === "href") throw invalid(value);
  }
}

/** The parts of a URL; undefined for what is none. */
export function parseUrl(input: unknown, base?: unknown): Parts | undefined {
  const against = base === undefined ? null : textOf(base);
  return ask("url-parse", textOf(input), against);
}

/** Asks the host's parser; undefined when the texts are too long or the result is no URL. */
function ask(kind: "url-parse" | "url-set", ...texts: (string | null)[]): Parts | undefined {
  const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (length > MAX_LENGTH) return undefined;
  const answer = compute(kind, texts);
  return Array.isArray(answer) ? new Parts(answer) : undefined;
}

function invalid(input: unknown): TypeError {
  return coded(
    Object.assign(new TypeError("Invalid URL"), { input: textOf(input) }),
    "ERR_INVALID_URL",
  );
}
