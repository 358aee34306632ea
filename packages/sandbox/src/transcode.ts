/**
 * Does a conversion for the guest, whose own is about ten times slower. Undefined: malformed input.
 * Texts that may hold NUL or lone surrogates cross as JSON, for C strings hold neither.
 */
export function transcode(
  kind: string,
  value: string | Uint8Array,
): string | Uint8Array | undefined {
  if (typeof value === "string") {
    const text: unknown = JSON.parse(value);
    if (typeof text !== "string") return undefined;
    return Uint8Array.from(Buffer.from(text, kind === "base64-decode" ? "base64" : "utf8"));
  }
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (kind === "base64-encode") return bytes.toString("base64");
  if (kind === "base64url-encode") return bytes.toString("base64url");
  try {
    const decoder = new TextDecoder("utf-8", {
      fatal: kind === "utf8-decode-fatal",
      ignoreBOM: true,
    });
    return JSON.stringify(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}
