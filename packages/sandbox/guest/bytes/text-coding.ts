import { decodedPiece } from "../../src/protocol/decoded-pieces.ts";
import { coded, invalidType } from "../classes.ts";
import { decodeUtf8, encodeInto, encodeUtf8 } from "./chunks.ts";
import { compute, copyOf, viewOf } from "../compute.ts";
import { isObject, textOf } from "../errors.ts";

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
    const bytes = encodeInto(text, target.length);
    target.set(bytes);
    return { read: decodeUtf8(bytes).length, written: bytes.length };
  }
}

/** The host's result of decoding: the text, and the bytes with which the next piece of the stream must begin. */
interface Decoded {
  text: string;
  keep: number;
  skip: number;
}

/** Encodings whose texts may start with a byte order mark. */
const MARKED: ReadonlySet<string> = new Set(["utf-8", "utf-16le", "utf-16be"]);

/** Most characters of an encoding's label, with surrounding white space; the longest existing label has 19. */
const MAX_LABEL_LENGTH = 64;

/**
 * The WHATWG decoder, for every encoding that the host knows.
 *
 * The host decodes, and keeps no state between two pieces of a stream. So it returns the text and how
 * many bytes at the end may belong to an unfinished character (`keep`). The guest sends these bytes again in front
 * of the next piece, together with the number of characters that they have produced already (`skip`).
 */
export class GuestTextDecoder {
  readonly #encoding: string;
  readonly #fatal: boolean;
  readonly #ignoreBOM: boolean;
  /** The end of the stream so far: bytes of characters that may be unfinished. */
  #kept = new Uint8Array();
  /** Characters that the kept bytes have produced already. */
  #skip = 0;
  /** Whether the stream has given a character. */
  #begun = false;

  constructor(label: unknown = "utf-8", options: unknown = {}) {
    const text = textOf(label);
    const name = encodingOfLabel(text);
    if (typeof name !== "string") {
      const message = `The "${text.slice(0, MAX_LABEL_LENGTH)}" encoding is not supported`;
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
    const wasBegun = this.#begun;
    // Large inputs cross in pieces, so that one request to the host takes a bounded time.
    const size = decodedPiece(this.#encoding);
    const parts: string[] = [];
    let from = 0;
    for (; given.length - from > size; from += size) {
      parts.push(this.#decodePiece(given.subarray(from, from + size), true));
    }
    parts.push(this.#decodePiece(given.subarray(from), stream));
    const text = parts.join("");
    // Only the first character of a stream can be a byte order mark.
    const isMarked = !wasBegun && !this.#ignoreBOM && text.startsWith("\uFEFF");
    if (!stream) this.#reset();
    return isMarked && MARKED.has(this.#encoding) ? text.slice(1) : text;
  }

  /** Decodes the next bytes of the stream; `stream` when more of them may follow. */
  #decodePiece(piece: Uint8Array, stream: boolean): string {
    const bytes = joined(this.#kept, piece);
    const args = [this.#encoding, this.#fatal, stream, this.#skip];
    const answer = compute("decode-text", args, bytes);
    if (!isDecoded(answer)) {
      this.#reset();
      const message = `The encoded data was not valid for encoding ${this.#encoding}`;
      throw coded(new TypeError(message), "ERR_ENCODING_INVALID_ENCODED_DATA");
    }
    const { text, keep, skip } = answer;
    this.#kept = copyOf(bytes.subarray(bytes.length - keep));
    this.#skip = skip;
    this.#begun ||= text !== "";
    return text;
  }

  #reset(): void {
    this.#kept = new Uint8Array();
    this.#skip = 0;
    this.#begun = false;
  }
}

/** The name of an encoding by one of its labels; no text for a label that there is not. */
function encodingOfLabel(label: string): unknown {
  if (label.length > MAX_LABEL_LENGTH) return undefined;
  return /^\s*utf-?8\s*$/iu.test(label) ? "utf-8" : compute("encoding-name", [label]);
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
