// Downloads 20 MB 199 times at once: four gigabytes, if the host began them all.
// expect: SANDBOX_TRANSFER_LIMIT | SANDBOX_MEMORY_LIMIT | SANDBOX_CPU_LIMIT
// default-limits: true
export async function handler({ bot }) {
  await Promise.all(Array.from({ length: 199 }, () => bot.downloadRaw("large")));
}
