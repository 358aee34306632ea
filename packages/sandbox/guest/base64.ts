const STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_SAFE = `${STANDARD.slice(0, 62)}-_`;

const VALUES = new Int8Array(128).fill(-1);
for (const alphabet of [STANDARD, URL_SAFE]) {
  for (let value = 0; value < 64; value++) VALUES[alphabet.charCodeAt(value)] = value;
}

/** Base64 of bytes; the URL-safe alphabet goes without padding. */
export function encodeBase64(bytes: Uint8Array, urlSafe = false): string {
  const alphabet = urlSafe ? URL_SAFE : STANDARD;
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    let group = (alphabet[bits >> 18] ?? "") + (alphabet[(bits >> 12) & 63] ?? "");
    if (b !== undefined) group += alphabet[(bits >> 6) & 63] ?? "";
    else if (!urlSafe) group += "=";
    if (c !== undefined) group += alphabet[bits & 63] ?? "";
    else if (!urlSafe) group += "=";
    parts.push(group);
  }
  return parts.join("");
}

/** Bytes of base64 in either alphabet; what belongs to neither is skipped, as Node's Buffer does. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4) + 3);
  let end = 0;
  let bits = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 61) break;
    const value = code < 128 ? (VALUES[code] ?? -1) : -1;
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xff_ff_ff;
    count++;
    if (count % 4 !== 1) bytes[end++] = (bits >> ((4 - (count % 4 || 4)) * 2)) & 255;
  }
  return bytes.slice(0, end);
}
