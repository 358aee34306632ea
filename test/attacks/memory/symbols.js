// Symbols with long descriptions, registered for ever.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  for (let i = 0; ; i++) Symbol.for(`${i}`.repeat(1000));
}
