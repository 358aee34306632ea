// The largest arguments that may cross: texts of quotes, beyond what can be stored, and again and again.
// expect: SANDBOX_TRANSFER_LIMIT
// default-limits: true
export async function handler({ storage }) {
  const text = '"'.repeat(3 * 2 ** 20);
  for (;;) await storage.compareAndSet("key", text, text);
}
