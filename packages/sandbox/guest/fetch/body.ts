import { decodeUtf8, encodeUtf8 } from "../bytes/chunks.ts";
import { copyOf, viewOf } from "../compute.ts";
import { textOf } from "../errors.ts";
import { GuestURLSearchParams } from "../url/search-params.ts";

/** The source of a body: its bytes, and its type unless the headers name another. */
export interface BodyInit {
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly type?: string;
}

// Access to private fields for this module's functions, see the static block; plugins have none.
let peek: (body: GuestBody) => Uint8Array<ArrayBuffer> | null;
let isThere: (body: GuestBody) => boolean;
let take: (body: GuestBody) => Uint8Array<ArrayBuffer> | null;

/** What requests and responses have in common: a body that can be read once. */
export class GuestBody {
  readonly #bytes: Uint8Array<ArrayBuffer> | null;
  #used = false;

  constructor(bytes: Uint8Array<ArrayBuffer> | null) {
    this.#bytes = bytes;
  }

  static {
    peek = (body) => {
      if (body.#used) throw new TypeError("Body is unusable: Body has already been read");
      return body.#bytes;
    };
    isThere = (body) => body.#bytes !== null;
    take = (body) => {
      const bytes = peek(body);
      body.#used = bytes !== null;
      return bytes;
    };
  }

  get bodyUsed(): boolean {
    return this.#used;
  }

  async bytes(): Promise<Uint8Array> {
    return take(this) ?? new Uint8Array();
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return take(this)?.buffer ?? new ArrayBuffer(0);
  }

  async text(): Promise<string> {
    return textOfBody(this);
  }

  async json(): Promise<unknown> {
    return JSON.parse(textOfBody(this));
  }
}

function textOfBody(body: GuestBody): string {
  const bytes = take(body);
  // By the standard a body is decoded as UTF-8, and a byte order mark at its start is dropped.
  const text = bytes === null ? "" : decodeUtf8(bytes);
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** A copy of a body that has not been read. */
export function copyBody(body: GuestBody): Uint8Array<ArrayBuffer> | null {
  const bytes = peek(body);
  return bytes === null ? null : copyOf(bytes);
}

/** Whether there is a body, read or not. */
export function hasBody(body: GuestBody): boolean {
  return isThere(body);
}

/** The body itself, which then counts as read. */
export function takeBody(body: GuestBody): Uint8Array<ArrayBuffer> | null {
  return take(body);
}

/**
 * Converts a body as authors may pass it: a query, bytes, or any other value as text. Bytes are copied, so
 * that a plugin that changes its array later does not change the request.
 */
export function readBody(body: unknown): BodyInit {
  if (body === undefined || body === null) return { bytes: null };
  if (body instanceof GuestURLSearchParams) {
    const type = "application/x-www-form-urlencoded;charset=UTF-8";
    return { bytes: encodeUtf8(body.toString()), type };
  }
  const view = viewOf(body);
  if (view !== undefined) return { bytes: copyOf(view) };
  return { bytes: encodeUtf8(textOf(body)), type: "text/plain;charset=UTF-8" };
}
