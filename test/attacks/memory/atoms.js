// A new property name each time: engines keep them in a table.
// expect: SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
export async function handler() {
  const names = {};
  for (let i = 0; ; i++) names[`a-rather-long-property-name-${i}`.repeat(20)] = i;
}
