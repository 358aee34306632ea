import { GuestBuffer } from "./buffer.ts";
import { call } from "./calls.ts";
import { isObject, textOf } from "./errors.ts";
import { decodeUtf8 } from "./transcode.ts";

/** What the host answers beside the body. */
interface ResponseHead {
  status: number;
  statusText: string;
  url: string;
  redirected: boolean;
  headers: [name: string, value: string][];
}

/** Headers of a response; names in any case. */
export class GuestHeaders {
  readonly #values: Map<string, string>;

  constructor(pairs: Iterable<readonly [string, string]>) {
    this.#values = new Map();
    for (const [name, value] of pairs) {
      const key = name.toLowerCase();
      const before = this.#values.get(key);
      this.#values.set(key, before === undefined ? value : `${before}, ${value}`);
    }
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this.#values) visit(value, name);
  }

  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }

  keys(): IterableIterator<string> {
    return this.#values.keys();
  }

  values(): IterableIterator<string> {
    return this.#values.values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries();
  }
}

/** A response whose body has already crossed. */
export class GuestResponse {
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly url: string;
  readonly redirected: boolean;
  readonly headers: GuestHeaders;
  readonly #body: ArrayBuffer;
  #used = false;

  constructor(head: ResponseHead, body: ArrayBuffer) {
    this.status = head.status;
    this.statusText = head.statusText;
    this.ok = head.status >= 200 && head.status <= 299;
    this.url = head.url;
    this.redirected = head.redirected;
    this.headers = new GuestHeaders(head.headers);
    this.#body = body;
  }

  get bodyUsed(): boolean {
    return this.#used;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    if (this.#used) throw new TypeError("the body has already been read");
    this.#used = true;
    return this.#body;
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.arrayBuffer());
  }

  async text(): Promise<string> {
    return decodeUtf8(await this.bytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

/** Asks the host to fetch; resolves when the whole body is here. */
export async function fetch(input: unknown, init?: unknown): Promise<unknown> {
  const given = isObject(init) ? init : {};
  const method = given["method"] === undefined ? "GET" : textOf(given["method"]);
  const args = [textOf(input), { method, headers: headerPairs(given["headers"]) }];
  const body = bodyOf(given["body"]);
  return call("fetch", body === undefined ? args : [...args, body], decodeResponse);
}

function decodeResponse(json: string, bytes: ArrayBuffer | undefined): GuestResponse {
  const head: ResponseHead = JSON.parse(json);
  return new GuestResponse(head, bytes ?? new ArrayBuffer(0));
}

function headerPairs(headers: unknown): [string, string][] {
  if (!isObject(headers)) return [];
  const iterable = headers instanceof GuestHeaders || Array.isArray(headers);
  const pairs: Iterable<readonly unknown[]> = iterable ? headers : Object.entries(headers);
  return Array.from(pairs, ([name, value]) => [textOf(name), textOf(value)]);
}

function bodyOf(body: unknown): unknown {
  if (body === undefined || body === null) return undefined;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body;
  return GuestBuffer.from(textOf(body));
}
