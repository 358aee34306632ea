// Stores a list of objects with a key each, and reads it again and again without waiting for it.
// expect: handled | SANDBOX_TRANSFER_LIMIT
// default-limits: true
// limits: { "cpuMs": 1000 }
export async function handler({ storage }) {
  await storage.set(
    "shapes",
    Array.from({ length: 25_000 }, (_, at) => ({ ["abcdefgh" + at]: 1 })),
  );
  for (let turn = 0; turn < 100; turn++) storage.get("shapes").catch(() => {});
  return { handled: true };
}
