// A hundred thousand host calls at once.
// expect: SANDBOX_HOST_CALL_LIMIT
// limits: { "cpuMs": 1000 }
export async function handler({ storage }) {
  await Promise.all(Array.from({ length: 1e5 }, () => storage.get("profile")));
}
