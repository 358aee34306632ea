// A pattern whose class lists tens of thousands of characters, none beside another.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const characters = Array.from({ length: 32_000 }, (_, at) => String.fromCharCode(300 + at * 2));
  new RegExp(`[${characters.join("")}]`, "iu");
  for (;;);
}
