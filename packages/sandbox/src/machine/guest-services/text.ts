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
  const end = settledEnd(label, input, decode);
  const known = end === input.length ? text : end === 0 ? "" : decode(end, false);
  return { text: fresh, keep: input.length - end, skip: text.length - known.length };
};

/** The end of the longest beginning after which nothing is pending; 0 when none is found. */
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
      return MULTI_BYTE.has(label) ? searchEnd(decode, input.length) : input.length;
  }
}

/** Encodings whose characters can only be told apart by decoding them. */
const MULTI_BYTE: ReadonlySet<string> = new Set([
  "gbk",
  "gb18030",
  "big5",
  "euc-jp",
  "euc-kr",
  "shift_jis",
]);

/** Before a character of UTF-8 whose bytes are not all there. */
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

/** Before half of a unit, and before a high surrogate. */
function endOfUtf16(input: Buffer, highByte: number): number {
  const end = input.length - (input.length % 2);
  return end >= 2 && ((input[end - 2 + highByte] ?? 0) & 0xfc) === 0xd8 ? end - 2 : end;
}

const ESCAPE = 0x1b;

/**
 * The end of the last ASCII text of ISO-2022-JP, which begins with its escape sequence: only there is
 * the decoder as it was at the beginning. Mail returns to ASCII with every line.
 */
function endOfAscii(input: Buffer): number {
  let end = input.length;
  for (;;) {
    const escape = input.subarray(0, end).lastIndexOf(ESCAPE);
    const begin = escape < 0 ? 0 : escape + 3;
    const isAscii = escape < 0 || (input[escape + 1] === 0x28 && input[escape + 2] === 0x42);
    // Two escape sequences one after the other are an error: the text must have a character.
    if (isAscii && end > begin) return end;
    if (escape < 0) return 0;
    end = escape;
  }
}

/** Longest look back for a place where no character is unfinished; no encoding needs more. */
const LOOK_BACK = 8;

/** Looks for the end where the decoder says the same whether more follows or not. */
function searchEnd(decode: (end: number, more: boolean) => string, length: number): number {
  for (let end = length; end > 0 && end >= length - LOOK_BACK; end--) {
    try {
      if (decode(end, true) === decode(end, false)) return end;
    } catch {
      // Fatal, and unfinished at this place.
    }
  }
  return 0;
}
