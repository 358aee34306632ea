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
 * Bytes of a text that the host decodes in one step. It decodes a piece in a multi-byte encoding up to eighteen times,
 * to find where the last complete character ends, and malformed bytes take 0.2 ms per KiB each time.
 */
export function decodedPiece(encoding: string): number {
  return MULTI_BYTE.has(encoding) ? 4096 : 65_536;
}

/** Most bytes of a piece that the guest may keep and send again before the next piece. */
export function keptBytes(encoding: string): number {
  // Every character of a multi-byte encoding has fewer bytes; in ISO-2022-JP all bytes since the last ASCII are kept.
  return MULTI_BYTE.has(encoding) ? 8 : 65_536;
}
