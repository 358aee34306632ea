// Waits with fragments of its memory, beside calls that change all of theirs and one whose timers fill it.
// expect: handled | SANDBOX_CPU_LIMIT
// limits: { "cpuMs": 2000 }
// parallel: 3
// beside: memory/suspended-churn, crossing/full-timers
export async function handler({ storage }) {
  const all = Array.from({ length: 20_000 }, (_, at) => `s${at}${"x".repeat(at % 300)}`);
  const kept = all.filter((_, at) => at % 2);
  all.length = 0;
  for (let round = 0; round < 3; round++) {
    await storage.get("slow");
    for (let at = round; at < kept.length; at += 3) kept[at] += "y";
  }
  const isWhole = kept.every((text, at) => text.startsWith(`s${at * 2 + 1}`) && text.endsWith("y"));
  return { handled: isWhole };
}
