import { validateHeaderValue } from "node:http";

/** Headers of the connection, which the caller cannot set. */
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
 * The headers to send: the caller's, without those that a browser would refuse, and the few that every
 * request needs. No others are sent, so that a server learns little about the host.
 *
 * @throws {@link TypeError} on control characters, which the Web's `Headers` accept
 */
export function toRequestHeaders(own: Headers, userAgent: string): Headers {
  const headers = new Headers();
  for (const [name, value] of own) {
    if (FORBIDDEN.has(name) || name.startsWith("proxy-")) continue;
    validateHeaderValue(name, value);
    headers.append(name, value);
  }
  setDefault(headers, "accept", "*/*");
  // No compression for a range, because a part of a compressed body cannot be decompressed.
  setDefault(headers, "accept-encoding", headers.has("range") ? "identity" : "gzip, br");
  setDefault(headers, "user-agent", userAgent);
  return headers;
}

function setDefault(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
