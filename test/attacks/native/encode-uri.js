// Escapes and unescapes megabytes.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const text = "\u20ac".repeat(2e5);
  for (;;) decodeURIComponent(encodeURIComponent(text)) === unescape(escape(text));
}
