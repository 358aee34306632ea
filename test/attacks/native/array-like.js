// Searches an object that says it has 2 ** 53 items.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 0);
}
