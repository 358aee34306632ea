import type { IncomingHttpHeaders } from "node:http";

/** The length of a body in bytes, as it will be read; `undefined` when unknown, as for a compressed body. */
export function lengthOf(headers: Headers | IncomingHttpHeaders): number | undefined {
  const read = (name: "content-length" | "content-encoding"): string | null | undefined =>
    headers instanceof Headers ? headers.get(name) : headers[name];
  const text = read("content-length") ?? "";
  const isEncoded = (read("content-encoding") ?? "identity") !== "identity";
  return /^\d{1,15}$/.test(text) && !isEncoded ? Number(text) : undefined;
}
