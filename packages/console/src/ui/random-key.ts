const BYTES = 16;

/**
 * Makes a unique key, for example for a request that may be sent twice. `crypto.randomUUID` is missing
 * on pages without TLS.
 */
export function createRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
