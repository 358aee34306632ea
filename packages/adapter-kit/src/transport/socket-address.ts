/**
 * Whether the API is used without TLS, as on a simulator. Only such an API may name plain `ws:` or `http:` addresses,
 * because on a real network these would expose tickets and messages.
 */
export function isPlainApi(apiBase: string): boolean {
  return !apiBase.startsWith("https:");
}

/**
 * Whether the adapter may open a socket at the address that the API has named: with TLS, or without where the
 * API itself is used without TLS.
 */
export function isSafeSocketAddress(address: string, apiBase: string): boolean {
  const isSafe =
    address.startsWith("wss://") || (isPlainApi(apiBase) && address.startsWith("ws://"));
  return isSafe && URL.canParse(address);
}
