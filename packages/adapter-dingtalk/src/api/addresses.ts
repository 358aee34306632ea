import { isPlainApi, isSafeSocketAddress, textOf, type Unchecked } from "@botwright/adapter-kit";
import type { ConnectionAnswer } from "../wire/api.ts";

/** The socket's URL with its ticket; `undefined` when the answer contains no safe one. */
export function streamAddress(
  { endpoint, ticket }: Unchecked<ConnectionAnswer>,
  apiBase: string,
): string | undefined {
  const address = textOf(endpoint);
  if (!isSafeSocketAddress(address, apiBase) || textOf(ticket) === "") return undefined;
  return `${address}?ticket=${encodeURIComponent(textOf(ticket))}`;
}

/**
 * The URLs to try for a file, in order. A plain HTTP URL is tried with HTTPS first, then as
 * it is, because it came in an authenticated answer. Empty when the value is not an HTTP URL.
 */
export function downloadAddresses(url: unknown, apiBase: string): readonly string[] {
  const given = textOf(url);
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) return [];
  const secure = given.replace(/^http:/, "https:");
  return secure === given || isPlainApi(apiBase) ? [given] : [secure, given];
}
