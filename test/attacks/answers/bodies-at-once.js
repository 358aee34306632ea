// Fetches 20 bodies of 5 MB at once, in two calls.
// expect: handled | SANDBOX_MEMORY_LIMIT | SANDBOX_TRANSFER_LIMIT | SANDBOX_CPU_LIMIT
// default-limits: true
// parallel: 2
export async function handler() {
  const fetches = Array.from({ length: 20 }, () => fetch("https://api.example/megabytes"));
  const responses = await Promise.all(fetches);
  const bodies = await Promise.all(responses.map((response) => response.arrayBuffer()));
  return { handled: bodies.every(({ byteLength }) => byteLength === 5_242_880) };
}
