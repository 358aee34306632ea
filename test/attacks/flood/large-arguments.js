// Two calls hand the host a megabyte a time.
// expect: handled | SANDBOX_TRANSFER_LIMIT | SANDBOX_CPU_LIMIT
// default-limits: true
// parallel: 2
export async function handler({ storage }) {
  const text = "x".repeat(1_000_000);
  await Promise.all(Array.from({ length: 20 }, (_, key) => storage.set(`key ${key}`, text)));
  return { handled: true };
}
