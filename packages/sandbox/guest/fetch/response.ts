import { copyBody, GuestBody, readBody } from "./body.ts";
import { encodeUtf8 } from "../bytes/chunks.ts";
import { isObject, textOf } from "../errors.ts";
import { GuestHeaders, immutableHeaders } from "./headers.ts";

/** The host's answer without the body. */
interface ResponseHead {
  status: number;
  statusText: string;
  url: string;
  redirected: boolean;
  headers: [name: string, value: string][];
}

/** Statuses that come without a body. */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

// oxlint-disable-next-line no-control-regex -- what the standard allows in a reason phrase
const REASON = /^[\t\u0020-\u007E\u0080-\u00FF]*$/u;

/** A text in which every character is one byte. */
function byteText(value: unknown): string {
  const text = textOf(value);
  // oxlint-disable-next-line no-control-regex -- all that fits into a byte
  if (/[^\u0000-\u00FF]/u.test(text)) throw new TypeError("the text has characters beyond U+00FF");
  return text;
}

/** Sets the properties that only a fetched response has, such as its URL; plugins cannot set them. */
let setHead: (response: GuestResponse, head: ResponseHead) => void;

/**
 * The `Response` of the Fetch standard. The host reads the whole body before it answers, so there are no
 * streams: `fetch` resolves when everything has arrived.
 */
export class GuestResponse extends GuestBody {
  #status = 200;
  #statusText = "";
  #headers: GuestHeaders;
  #url = "";
  #redirected = false;
  #type = "default";

  constructor(body: unknown = null, init: unknown = {}) {
    const given = isObject(init) ? init : {};
    const { bytes, type } = readBody(body);
    super(bytes);
    const statusText = byteText(given["statusText"] ?? "");
    const status = given["status"] === undefined ? 200 : Math.trunc(Number(given["status"]));
    if (!(status >= 200 && status <= 599)) {
      throw new RangeError("the status of a response must be from 200 to 599");
    }
    if (!REASON.test(statusText)) throw new TypeError("the statusText has forbidden characters");
    if (bytes !== null && BODILESS.has(status)) {
      throw new TypeError(`a response of status ${status} has no body`);
    }
    this.#status = status;
    this.#statusText = statusText;
    this.#headers = new GuestHeaders(given["headers"]);
    if (type !== undefined && !this.#headers.has("content-type")) {
      this.#headers.set("content-type", type);
    }
  }

  static {
    setHead = (response, head) => {
      response.#status = head.status;
      response.#statusText = head.statusText;
      response.#headers = immutableHeaders(head.headers);
      response.#url = head.url;
      response.#redirected = head.redirected;
      response.#type = "basic";
    };
  }

  static json(data: unknown, init: unknown = {}): GuestResponse {
    const json: unknown = JSON.stringify(data);
    if (typeof json !== "string") throw new TypeError("the value has no JSON");
    const response = new GuestResponse(encodeUtf8(json), init);
    if (!response.headers.has("content-type")) {
      response.headers.set("content-type", "application/json");
    }
    return response;
  }

  get status(): number {
    return this.#status;
  }

  get statusText(): string {
    return this.#statusText;
  }

  get ok(): boolean {
    return this.#status >= 200 && this.#status <= 299;
  }

  get headers(): GuestHeaders {
    return this.#headers;
  }

  get url(): string {
    return this.#url;
  }

  get redirected(): boolean {
    return this.#redirected;
  }

  get type(): string {
    return this.#type;
  }

  clone(): GuestResponse {
    const { status, statusText, url, redirected } = this;
    const bytes = copyBody(this);
    const copy = new GuestResponse(bytes, { status, statusText, headers: this.#headers });
    if (this.#type === "basic") {
      setHead(copy, { status, statusText, url, redirected, headers: [...this.#headers] });
    }
    return copy;
  }
}

/** A response as the host answered it. */
export function fetchedResponse(json: string, bytes: ArrayBuffer | undefined): GuestResponse {
  const head: ResponseHead = JSON.parse(json);
  const isEmpty = bytes === undefined || BODILESS.has(head.status);
  const response = new GuestResponse(isEmpty ? null : bytes);
  setHead(response, head);
  return response;
}
