// Queues itself again and again.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_JOB_LIMIT
export async function handler() {
  const again = () => queueMicrotask(again);
  again();
  await new Promise(() => {});
}
