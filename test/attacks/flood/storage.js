// Writes for ever.
// expect: SANDBOX_HOST_CALL_LIMIT
// limits: { "hostCalls": 20 }
export async function handler({ storage }) {
  for (let i = 0; ; i++) await storage.set(`key ${i}`, i);
}
