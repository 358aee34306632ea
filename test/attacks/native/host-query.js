// Has a query of a million pairs read: in Node the time grows with their square.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const query = "a&".repeat(1_000_000);
  for (;;) new URL("https://a.example/").search = new URLSearchParams(query).toString();
}
