// The same, spread over many calls at once.
// expect: SANDBOX_TRANSFER_LIMIT
// limits: { "cpuMs": 2000 }
export async function handler({ storage }) {
  const part = new Array(2e4).fill([[]]);
  for (let i = 0; i < 20; i++) storage.set("key", part).catch(() => {});
  await null;
  return { handled: true };
}
