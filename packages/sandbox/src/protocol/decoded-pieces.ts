/** Encodings in which character boundaries are only known by decoding. */
export const MULTI_BYTE: ReadonlySet<string> = new Set([
  "gbk",
  "gb18030",
  "big5",
  "euc-jp",
  "euc-kr",
  "shift_jis",
]);

/**
 * Bytes of a text that the host decodes at once. Those of a multi-byte encoding are decoded up to eighteen times, to
 * find where the last character ends, and malformed ones take 0.2 ms a KiB each time.
 */
export function decodedPiece(encoding: string): number {
  return MULTI_BYTE.has(encoding) ? 4096 : 65_536;
}

/** Bytes of a piece that may be sent again with the next one. */
export function keptBytes(encoding: string): number {
  // Every character of a multi-byte encoding has fewer bytes; a text in ISO-2022-JP is kept since its last ASCII.
  return MULTI_BYTE.has(encoding) ? 8 : 65_536;
}
