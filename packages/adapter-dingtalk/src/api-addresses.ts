import { textOf, type WireObject } from "@botwright/adapter-kit";

/** Simulators are plain; of a real platform, a plain connection would show secrets and messages. */
function isPlain(apiBase: string): boolean {
  return !apiBase.startsWith("https:");
}

/** The socket that the gateway's answer names; `undefined` when it names none that is safe. */
export function streamAddress(
  { endpoint, ticket }: WireObject,
  apiBase: string,
): string | undefined {
  const address = textOf(endpoint);
  const isSafe = address.startsWith("wss://") || (isPlain(apiBase) && address.startsWith("ws://"));
  if (!isSafe || !URL.canParse(address) || textOf(ticket) === "") return undefined;
  return `${address}?ticket=${encodeURIComponent(textOf(ticket))}`;
}

/**
 * Where to look for a file, the best address first: a plain one is tried encrypted before it is
 * taken as it is, since it came by a connection that can be trusted. None for what is no address.
 */
export function downloadAddresses(url: unknown, apiBase: string): readonly string[] {
  const given = textOf(url);
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) return [];
  const secure = given.replace(/^http:/, "https:");
  return secure === given || isPlain(apiBase) ? [given] : [secure, given];
}
