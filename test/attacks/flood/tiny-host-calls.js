// Ten calls of 199 small host calls, all at once.
// expect: handled
// limits: { "cpuMs": 1000 }
// parallel: 10
export async function handler({ storage }) {
  await Promise.all(Array.from({ length: 199 }, (_, call) => storage.get(`key ${call}`)));
  return { handled: true };
}
