const REPLACEMENT = 0xff_fd;

/** The UTF-8 bytes of a text; lone surrogates become the replacement character. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 3);
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    let point = text.charCodeAt(at);
    if (point >= 0xd8_00 && point <= 0xdf_ff) {
      point = text.codePointAt(at) ?? REPLACEMENT;
      if (point > 0xff_ff) at++;
      else point = REPLACEMENT;
    }
    if (point < 0x80) {
      bytes[end++] = point;
    } else if (point < 0x8_00) {
      bytes[end++] = 0xc0 | (point >> 6);
      bytes[end++] = 0x80 | (point & 63);
    } else if (point < 0x1_00_00) {
      bytes[end++] = 0xe0 | (point >> 12);
      bytes[end++] = 0x80 | ((point >> 6) & 63);
      bytes[end++] = 0x80 | (point & 63);
    } else {
      bytes[end++] = 0xf0 | (point >> 18);
      bytes[end++] = 0x80 | ((point >> 12) & 63);
      bytes[end++] = 0x80 | ((point >> 6) & 63);
      bytes[end++] = 0x80 | (point & 63);
    }
  }
  return bytes.slice(0, end);
}

/** The text of UTF-8 bytes as the WHATWG decoder reads them; with `fatal`, malformed input throws. */
export function decodeUtf8(bytes: Uint8Array, fatal = false): string {
  const parts: string[] = [];
  let units: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const point = readPoint(bytes, at);
    if (point.value < 0 && fatal) throw new TypeError("The encoded data was not valid utf-8");
    units.push(point.value < 0 ? REPLACEMENT : point.value);
    at += point.length;
    if (units.length === 4096) {
      parts.push(String.fromCodePoint(...units));
      units = [];
    }
  }
  parts.push(String.fromCodePoint(...units));
  return parts.join("");
}

/** One code point and its length in bytes; -1 for a malformed sequence, with the bytes to skip. */
function readPoint(bytes: Uint8Array, at: number): { value: number; length: number } {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { value: first, length: 1 };
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return { value: -1, length: 1 };
  let value = first & (0x7f >> length);
  for (let step = 1; step < length; step++) {
    const byte = bytes[at + step];
    if (byte === undefined || !isContinuation(first, step, byte))
      return { value: -1, length: step };
    value = (value << 6) | (byte & 63);
  }
  return { value, length };
}

/** The second byte's range excludes overlong forms, surrogates and what lies beyond U+10FFFF. */
function isContinuation(first: number, step: number, byte: number): boolean {
  if (step > 1) return byte >= 0x80 && byte <= 0xbf;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  return byte >= low && byte <= high;
}
