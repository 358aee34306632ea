import { textOf } from "./errors.ts";
import { decodeUtf8, encodeUtf8 } from "./transcode.ts";

/** The WHATWG encoder. */
export class GuestTextEncoder {
  get encoding(): string {
    return "utf-8";
  }

  encode(text: unknown = ""): Uint8Array {
    return encodeUtf8(textOf(text));
  }

  encodeInto(text: unknown, target: Uint8Array): { read: number; written: number } {
    let read = 0;
    let written = 0;
    for (const character of textOf(text)) {
      const bytes = encodeUtf8(character);
      if (written + bytes.length > target.length) break;
      target.set(bytes, written);
      written += bytes.length;
      read += character.length;
    }
    return { read, written };
  }
}

/** The WHATWG decoder, for UTF-8 only and without streaming. */
export class GuestTextDecoder {
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;

  constructor(label: unknown = "utf-8", options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
    if (!/^\s*utf-?8\s*$/iu.test(textOf(label)))
      throw new RangeError(`no decoder for ${textOf(label)}`);
    this.fatal = options.fatal === true;
    this.ignoreBOM = options.ignoreBOM === true;
  }

  get encoding(): string {
    return "utf-8";
  }

  decode(input?: ArrayBuffer | ArrayBufferView): string {
    if (input === undefined) return "";
    const bytes = ArrayBuffer.isView(input)
      ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
      : new Uint8Array(input);
    const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return decodeUtf8(marked && !this.ignoreBOM ? bytes.subarray(3) : bytes, this.fatal);
  }
}
