// Downloads 20 MB again and again and drops it: what goes in is counted all the same.
// expect: SANDBOX_TRANSFER_LIMIT
// default-limits: true
export async function handler({ bot }) {
  for (let download = 0; download < 199; download++) await bot.downloadRaw("large");
}
