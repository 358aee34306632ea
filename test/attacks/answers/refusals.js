// Refusals with a megabyte of text each, 199 at once.
// expect: handled | SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 150 }
// default-limits: true
export async function handler({ storage }) {
  const asked = Array.from({ length: 199 }, () => storage.get("refused at length"));
  const answers = await Promise.allSettled(asked);
  return { handled: answers.every(({ status }) => status === "rejected") };
}
