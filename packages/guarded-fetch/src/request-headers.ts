import { validateHeaderValue } from "node:http";

/** What belongs to the connection, not to the caller: these are ours to set, or not sent at all. */
const FORBIDDEN = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * The headers that are sent: the caller's, without those that a browser would refuse too, and the
 * few that every request has. Nothing else, so that a server learns little of who runs this.
 *
 * @throws {@link TypeError} on control characters, which the Web's `Headers` let pass
 */
export function toRequestHeaders(own: Headers, userAgent: string): Headers {
  const headers = new Headers();
  for (const [name, value] of own) {
    if (FORBIDDEN.has(name) || name.startsWith("proxy-")) continue;
    validateHeaderValue(name, value);
    headers.append(name, value);
  }
  setDefault(headers, "accept", "*/*");
  // A part of a compressed body cannot be decompressed.
  setDefault(headers, "accept-encoding", headers.has("range") ? "identity" : "gzip, br");
  setDefault(headers, "user-agent", userAgent);
  return headers;
}

function setDefault(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
