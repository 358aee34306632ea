import { anySignal, GuestAbortSignal } from "../events/abort.ts";
import { copyBody, GuestBody, hasBody, readBody, takeBody } from "./body.ts";
import { coded } from "../classes.ts";
import { isObject, textOf } from "../errors.ts";
import { GuestHeaders } from "./headers.ts";
import { parseUrl } from "../url/url.ts";

/** Methods whose names the Fetch standard converts to capitals; all others keep the author's spelling. */
const COMMON: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"]);
const FORBIDDEN: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u;

// The class's static block sets this, so that this module's functions can use a private field and plugins cannot.
let sourceOf: (request: GuestRequest) => GuestAbortSignal | undefined;

/** Reads the signal that aborts a request; undefined if the request has none. */
export function signalOf(request: GuestRequest): GuestAbortSignal | undefined {
  return sourceOf(request);
}

/**
 * The `Request` of the Fetch standard, with what the host supports: any method but CONNECT, TRACE and TRACK,
 * one body in memory, redirects that are followed.
 *
 * The constructor checks every part of `init` before it takes the body of another request, because taking
 * marks that body as read: a rejected `init` must leave the other request usable.
 */
export class GuestRequest extends GuestBody {
  readonly #url: string;
  readonly #method: string;
  readonly #headers: GuestHeaders;
  /** The signal that ends this request. */
  readonly #source: GuestAbortSignal | undefined;
  /** The request's own signal, which follows that signal; created when it is first read. */
  #signal: GuestAbortSignal | undefined;

  constructor(input: unknown, init: unknown = {}) {
    const given = isObject(init) ? init : {};
    const from = input instanceof GuestRequest ? input : undefined;
    // Reads the private fields, whose values were checked: a plugin's subclass may have overridden the getters.
    const url = from === undefined ? urlOf(input) : from.#url;
    const method = given["method"] === undefined ? from && from.#method : methodOf(given["method"]);
    checkRedirect(given["redirect"]);
    const signal = given["signal"] === undefined ? from && from.#source : given["signal"];
    if (signal !== undefined && signal !== null && !(signal instanceof GuestAbortSignal)) {
      throw new TypeError("the request's signal must be an AbortSignal");
    }
    const body = readBody(given["body"]);
    // As Node does with a request in the place of the options: its body counts as that of the options.
    const lender = init instanceof GuestRequest && hasBody(init) ? init : from;
    const isBodiless = method === undefined || method === "GET" || method === "HEAD";
    if (isBodiless && (body.bytes !== null || (lender !== undefined && hasBody(lender)))) {
      throw new TypeError("a request with the method GET or HEAD cannot have a body");
    }
    const headers = new GuestHeaders(given["headers"] ?? from?.headers);
    super(body.bytes === null && lender !== undefined ? takeBody(lender) : body.bytes);
    this.#url = url;
    this.#method = method ?? "GET";
    this.#headers = headers;
    if (body.type !== undefined && !headers.has("content-type")) {
      headers.set("content-type", body.type);
    }
    this.#source = signal ?? undefined;
  }

  static {
    sourceOf = (request) => request.#source;
  }

  get url(): string {
    return this.#url;
  }

  get method(): string {
    return this.#method;
  }

  get headers(): GuestHeaders {
    return this.#headers;
  }

  get signal(): GuestAbortSignal {
    this.#signal ??= anySignal(this.#source === undefined ? [] : [this.#source]);
    return this.#signal;
  }

  get redirect(): string {
    return "follow";
  }

  clone(): GuestRequest {
    const { url, method, headers, signal } = this;
    const body = copyBody(this);
    return new GuestRequest(url, { method, headers, signal, body });
  }
}

function urlOf(input: unknown): string {
  const url = parseUrl(input);
  if (url === undefined) {
    throw coded(new TypeError("the address to fetch must be a full URL"), "INVALID_ARGUMENT");
  }
  if (url.get("username") !== "" || url.get("password") !== "") {
    throw new TypeError("the address to fetch has a name or password: send a header instead");
  }
  return url.get("href");
}

function methodOf(value: unknown): string {
  const method = textOf(value);
  const capitals = method.toUpperCase();
  if (!METHOD.test(method) || FORBIDDEN.has(capitals)) {
    throw new TypeError(`${JSON.stringify(method)} is not a method that can be fetched`);
  }
  return COMMON.has(capitals) ? capitals : method;
}

/** Rejects other redirect modes at once instead of ignoring them, because the host always follows redirects. */
function checkRedirect(value: unknown): void {
  if (value === undefined || value === "follow") return;
  throw new TypeError('redirect can only be "follow": the host checks each address on the way');
}
