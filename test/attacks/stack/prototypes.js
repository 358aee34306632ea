// A long chain of prototypes, walked by `in` and `instanceof`.
// expect: handled | SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  let chain = {};
  for (let i = 0; i < 2e4; i++) chain = Object.create(chain);
  for (let i = 0; i < 100; i++) if ("absent" in chain || chain instanceof Map) return;
  return { handled: true };
}
