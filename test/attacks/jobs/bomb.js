// Each promise makes two.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_JOB_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const fork = () =>
    Promise.resolve().then(() => {
      fork();
      fork();
    });
  fork();
  await new Promise(() => {});
}
