import { coded, invalidType } from "./classes.ts";
import { compute, computeBytes, copyOf, decodeUtf8, encodeUtf8, viewOf } from "./compute.ts";
import { isObject, textOf } from "./errors.ts";

/** The WHATWG encoder. */
export class GuestTextEncoder {
  get encoding(): string {
    return "utf-8";
  }

  encode(text: unknown = ""): Uint8Array {
    return encodeUtf8(textOf(text));
  }

  encodeInto(text: unknown, target: unknown): { read: number; written: number } {
    if (typeof text !== "string") throw invalidType("src", "of type string");
    if (!(target instanceof Uint8Array)) throw invalidType("dest", "a Uint8Array");
    const bytes = computeBytes("encode-into", [text, target.length]);
    target.set(bytes);
    return { read: decodeUtf8(bytes).length, written: bytes.length };
  }
}

/** What the host says of bytes: their text, and what the next piece of a stream must begin with. */
interface Decoded {
  text: string;
  keep: number;
  skip: number;
}

/** Encodings whose texts may begin with a byte order mark. */
const MARKED: ReadonlySet<string> = new Set(["utf-8", "utf-16le", "utf-16be"]);

/** The WHATWG decoder, for every encoding that the host knows. */
export class GuestTextDecoder {
  readonly #encoding: string;
  readonly #fatal: boolean;
  readonly #ignoreBOM: boolean;
  /** The end of the stream so far: bytes of characters that may be unfinished. */
  #kept = new Uint8Array();
  /** Characters that the kept bytes have given already. */
  #skip = 0;
  /** Whether the stream has given a character. */
  #begun = false;

  constructor(label: unknown = "utf-8", options: unknown = {}) {
    const name = /^\s*utf-?8\s*$/iu.test(textOf(label))
      ? "utf-8"
      : compute("encoding-name", [textOf(label)]);
    if (typeof name !== "string") {
      const message = `The "${textOf(label)}" encoding is not supported`;
      throw coded(new RangeError(message), "ERR_ENCODING_NOT_SUPPORTED");
    }
    if (options !== undefined && options !== null && !isObject(options)) {
      throw invalidType("options", "an object");
    }
    const given = isObject(options) ? options : {};
    this.#encoding = name;
    this.#fatal = Boolean(given["fatal"]);
    this.#ignoreBOM = Boolean(given["ignoreBOM"]);
  }

  get encoding(): string {
    return this.#encoding;
  }

  get fatal(): boolean {
    return this.#fatal;
  }

  get ignoreBOM(): boolean {
    return this.#ignoreBOM;
  }

  decode(input?: unknown, options?: unknown): string {
    const given = input === undefined ? new Uint8Array() : viewOf(input);
    if (given === undefined) throw invalidType("input", "an ArrayBuffer or a view on one");
    const stream = isObject(options) && Boolean(options["stream"]);
    const bytes = joined(this.#kept, given);
    const args = [this.#encoding, this.#fatal, stream, this.#skip];
    const answer = compute("decode-text", args, bytes);
    if (!isDecoded(answer)) {
      this.#reset();
      const message = `The encoded data was not valid for encoding ${this.#encoding}`;
      throw coded(new TypeError(message), "ERR_ENCODING_INVALID_ENCODED_DATA");
    }
    const { text, keep, skip } = answer;
    const isMarked = !this.#begun && !this.#ignoreBOM && text.startsWith("\uFEFF");
    this.#kept = copyOf(bytes.subarray(bytes.length - keep));
    this.#skip = skip;
    this.#begun ||= text !== "";
    if (!stream) this.#reset();
    return isMarked && MARKED.has(this.#encoding) ? text.slice(1) : text;
  }

  #reset(): void {
    this.#kept = new Uint8Array();
    this.#skip = 0;
    this.#begun = false;
  }
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  if (before.length === 0) return after;
  const bytes = new Uint8Array(before.length + after.length);
  bytes.set(before);
  bytes.set(after, before.length);
  return bytes;
}

function isDecoded(value: unknown): value is Decoded {
  return isObject(value) && typeof value["text"] === "string";
}
