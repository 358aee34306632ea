// Search results of a megabyte, 150 times at once.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 150 }
// default-limits: true
export async function handler({ searchService }) {
  await Promise.all(Array.from({ length: 150 }, () => searchService.search("everything")));
}
