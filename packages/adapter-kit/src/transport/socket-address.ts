/**
 * Whether the API is reached without TLS, as a simulator is. Only then may it name plain addresses:
 * on a real network they would show tickets and messages.
 */
export function isPlainApi(apiBase: string): boolean {
  return !apiBase.startsWith("https:");
}

/**
 * Whether a long connection may be opened at the address that an API names: by TLS, or plain where the
 * API is plain.
 */
export function isSafeSocketAddress(address: string, apiBase: string): boolean {
  const isSafe =
    address.startsWith("wss://") || (isPlainApi(apiBase) && address.startsWith("ws://"));
  return isSafe && URL.canParse(address);
}
