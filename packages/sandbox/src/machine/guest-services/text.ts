import { decodedPiece, keptBytes, MULTI_BYTE } from "../../protocol/decoded-pieces.ts";
import { type Computation, bufferAt, textAt } from "./arguments.ts";

function encodingAt(args: readonly unknown[], position: number): BufferEncoding {
  const name = textAt(args, position);
  if (!Buffer.isEncoding(name)) throw new TypeError(`there is no encoding ${name}`);
  return name;
}

/** Encodes text in one of Buffer's encodings. */
export const textToBytes: Computation = (args) => Buffer.from(textAt(args, 0), encodingAt(args, 1));

/** Decodes bytes in one of Buffer's encodings. */
export const bytesToText: Computation = (args, bytes) =>
  bufferAt(bytes, 0).toString(encodingAt(args, 0));

/** Computes `Buffer.byteLength`. */
export const byteLength: Computation = (args) =>
  Buffer.byteLength(textAt(args, 0), encodingAt(args, 1));

/** Encodes as many whole characters as fit into a number of bytes, as UTF-8. */
export const encodeInto: Computation = (args) => {
  const text = textAt(args, 0);
  const room = new Uint8Array(Math.min(Number(args[1]), text.length * 3));
  return room.subarray(0, new TextEncoder().encodeInto(text, room).written);
};

/** Returns the name of an encoding for one of its labels. */
export const encodingName: Computation = (args) => new TextDecoder(textAt(args, 0)).encoding;

/**
 * Decodes bytes from a given offset. For a stream, the result also contains how many bytes at the end
 * belong to the next call, and how many characters these have already produced.
 *
 * A decoder with state in the host would be lost when the call moves to another worker. So the guest stores
 * the undecided bytes in its own memory and passes them again with the next chunk; `skip` removes the
 * characters that it already has. A malformed text may have no place near its end where a character is complete: then
 * nothing is kept, and its next piece is decoded by itself.
 */
export const decodeText: Computation = (args, bytes) => {
  const [label, fatal, stream, skip] = [textAt(args, 0), args[1] === true, args[2], args[3]];
  const input = bufferAt(bytes, 0);
  if (input.length > decodedPiece(label) + keptBytes(label)) throw new RangeError("too many bytes");
  // The stream's owner removes the byte order mark once, at the beginning.
  const decode = (end: number, more: boolean): string =>
    new TextDecoder(label, { fatal, ignoreBOM: true }).decode(input.subarray(0, end), {
      stream: more,
    });
  const text = decode(input.length, stream === true);
  const fresh = text.slice(Number(skip));
  if (stream !== true) return { text: fresh, keep: 0, skip: 0 };
  const end = settledEnd(label, input, decode);
  if (end === input.length || input.length - end > keptBytes(label)) {
    return { text: fresh, keep: 0, skip: 0 };
  }
  const known = end === 0 ? "" : decode(end, false);
  return { text: fresh, keep: input.length - end, skip: text.length - known.length };
};

/** Returns the length of the longest prefix after which no character is incomplete; 0 when none is found. */
function settledEnd(
  label: string,
  input: Buffer,
  decode: (end: number, more: boolean) => string,
): number {
  switch (label) {
    case "utf-8":
      return endOfUtf8(input);
    case "utf-16le":
      return endOfUtf16(input, 1);
    case "utf-16be":
      return endOfUtf16(input, 0);
    case "iso-2022-jp":
      return endOfAscii(input);
    default:
      return MULTI_BYTE.has(label)
        ? searchEnd(decode, input.length, keptBytes(label))
        : input.length;
  }
}

/** Before an incomplete UTF-8 sequence. */
function endOfUtf8(input: Buffer): number {
  const { length } = input;
  for (let at = length - 1; at >= Math.max(length - 3, 0); at--) {
    const byte = input[at] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return at + size > length ? at : length;
  }
  return length;
}

/** Before half a code unit, and before a high surrogate. */
function endOfUtf16(input: Buffer, highByte: number): number {
  const end = input.length - (input.length % 2);
  return end >= 2 && ((input[end - 2 + highByte] ?? 0) & 0xfc) === 0xd8 ? end - 2 : end;
}

const ESCAPE = 0x1b;

/**
 * The end of the last ASCII text in ISO-2022-JP, which follows its escape sequence: only there the decoder
 * is in its initial state. Mail returns to ASCII at every line end.
 */
function endOfAscii(input: Buffer): number {
  let end = input.length;
  for (;;) {
    const escape = input.subarray(0, end).lastIndexOf(ESCAPE);
    const begin = escape < 0 ? 0 : escape + 3;
    const isAscii = escape < 0 || (input[escape + 1] === 0x28 && input[escape + 2] === 0x42);
    // Two consecutive escape sequences are an error: the text must contain a character.
    if (isAscii && end > begin) return end;
    if (escape < 0) return 0;
    end = escape;
  }
}

/**
 * Finds the longest prefix that decodes to the same text whether or not more bytes follow: after it, no
 * character is incomplete.
 */
function searchEnd(
  decode: (end: number, more: boolean) => string,
  length: number,
  lookBack: number,
): number {
  for (let end = length; end > 0 && end >= length - lookBack; end--) {
    try {
      if (decode(end, true) === decode(end, false)) return end;
    } catch {
      // The decoder is fatal and the last character incomplete.
    }
  }
  return 0;
}
