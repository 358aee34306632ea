import { type Computation, bufferAt, textAt } from "./arguments.ts";

function encodingAt(args: readonly unknown[], position: number): BufferEncoding {
  const name = textAt(args, position);
  if (!Buffer.isEncoding(name)) throw new TypeError(`there is no encoding ${name}`);
  return name;
}

/** Text and one of Buffer's encodings to bytes. */
export const textToBytes: Computation = (args) => Buffer.from(textAt(args, 0), encodingAt(args, 1));

/** Bytes to text in one of Buffer's encodings. */
export const bytesToText: Computation = (args, bytes) =>
  bufferAt(bytes, 0).toString(encodingAt(args, 0));

/** What `Buffer.byteLength` says of a text. */
export const byteLength: Computation = (args) =>
  Buffer.byteLength(textAt(args, 0), encodingAt(args, 1));

/** UTF-8 of as many whole characters as fit into a number of bytes. */
export const encodeInto: Computation = (args) => {
  const text = textAt(args, 0);
  const room = new Uint8Array(Math.min(Number(args[1]), text.length * 3));
  return room.subarray(0, new TextEncoder().encodeInto(text, room).written);
};

/** The encoding's name by one of its labels. */
export const encodingName: Computation = (args) => new TextDecoder(textAt(args, 0)).encoding;

/**
 * Decodes bytes that begin where an earlier call has said. In a stream the answer names the bytes at
 * the end that belong to the next call too, and the characters that they have already given.
 */
export const decodeText: Computation = (args, bytes) => {
  const [label, fatal, stream, skip] = [textAt(args, 0), args[1] === true, args[2], args[3]];
  const input = bufferAt(bytes, 0);
  // Whoever has the whole stream removes its byte order mark.
  const decode = (end: number, more: boolean): string =>
    new TextDecoder(label, { fatal, ignoreBOM: true }).decode(input.subarray(0, end), {
      stream: more,
    });
  const text = decode(input.length, stream === true);
  const fresh = text.slice(Number(skip));
  if (stream !== true) return { text: fresh, keep: 0, skip: 0 };
  const end = label === "iso-2022-jp" ? 0 : settledEnd(decode, input.length);
  const settled = end === 0 ? "" : decode(end, false);
  return { text: fresh, keep: input.length - end, skip: text.length - settled.length };
};

/** Longest look back for a place where no character is unfinished; no encoding needs more. */
const LOOK_BACK = 8;

/** The end of the longest beginning after which nothing is pending; 0 when none is found. */
function settledEnd(decode: (end: number, more: boolean) => string, length: number): number {
  for (let end = length; end > 0 && end >= length - LOOK_BACK; end--) {
    try {
      if (decode(end, true) === decode(end, false)) return end;
    } catch {
      // Fatal, and unfinished at this place.
    }
  }
  return 0;
}
