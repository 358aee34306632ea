// Computes without a pause, so that the answers it has asked for pile up.
// expect: SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 150 }
// default-limits: true
export async function handler({ bot, storage }) {
  for (let call = 0; call < 50; call++) storage.get("megabyte").catch(() => {});
  for (let call = 0; call < 5; call++) bot.downloadRaw("large").catch(() => {});
  await storage.get("profile");
  for (;;);
}
