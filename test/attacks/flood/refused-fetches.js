// Fetches what is no address: that counts too.
// expect: SANDBOX_FETCH_LIMIT | SANDBOX_HOST_CALL_LIMIT | SANDBOX_CPU_LIMIT | SANDBOX_JOB_LIMIT
// limits: { "fetches": 3, "hostCalls": 5 }
export async function handler() {
  for (;;) await fetch("no address").catch(() => {});
}
