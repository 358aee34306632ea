// A model that answers with four megabytes, 50 times at once.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 150 }
// default-limits: true
export async function handler({ aiService }) {
  const input = { model: "verbose", messages: [{ role: "user", content: "tell me all" }] };
  await Promise.all(Array.from({ length: 50 }, () => aiService.callModel(input)));
}
