// Two thenables that resolve to each other.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_JOB_LIMIT
export async function handler() {
  const ping = { then: (resolve) => resolve(pong) };
  const pong = { then: (resolve) => resolve(ping) };
  return ping;
}
