// Appends to the query of a URL, which is written and read anew each time.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const url = new URL("https://a.example/");
  for (;;) url.searchParams.append("ü".repeat(1000), "%");
}
