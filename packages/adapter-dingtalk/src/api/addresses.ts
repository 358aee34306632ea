import { isPlainApi, isSafeSocketAddress, textOf, type Unchecked } from "@botwright/adapter-kit";
import type { ConnectionAnswer } from "../wire/api.ts";

/** The socket's address with its ticket; `undefined` when the answer names no safe one. */
export function streamAddress(
  { endpoint, ticket }: Unchecked<ConnectionAnswer>,
  apiBase: string,
): string | undefined {
  const address = textOf(endpoint);
  if (!isSafeSocketAddress(address, apiBase) || textOf(ticket) === "") return undefined;
  return `${address}?ticket=${encodeURIComponent(textOf(ticket))}`;
}

/**
 * The addresses to try for a file, in order. A plain HTTP address is tried by HTTPS first, then as
 * it is, since it came in an authenticated answer. Empty when the value is no HTTP address.
 */
export function downloadAddresses(url: unknown, apiBase: string): readonly string[] {
  const given = textOf(url);
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) return [];
  const secure = given.replace(/^http:/, "https:");
  return secure === given || isPlainApi(apiBase) ? [given] : [secure, given];
}
