// Five calls draw random bytes for as long as they may.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_WORKER_LOST
// parallel: 5
export async function handler() {
  const bytes = new Uint8Array(65_536);
  for (;;) crypto.getRandomValues(bytes);
}
