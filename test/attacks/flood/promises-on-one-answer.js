// Two hundred thousand promises wait for one answer.
// expect: handled | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
// limits: { "cpuMs": 1000 }
// parallel: 2
export async function handler({ storage }) {
  const answer = storage.get("slow");
  const all = [];
  for (let waiting = 0; waiting < 200_000; waiting++) all.push(answer.then(() => waiting));
  await Promise.all(all);
  return { handled: true };
}
