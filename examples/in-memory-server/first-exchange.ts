import { PLATFORM_TITLES, SAMPLE_USERS } from "@botwright/playground";
import type { ActivityLog } from "./activity.ts";
import { print } from "./print.ts";
import type { RunningBot } from "./running-bot.ts";
import { until } from "./until.ts";

const WORDS = "你好";

/** Says one thing over every simulated wire that is connected, and prints what the bot answered. */
export async function showFirstExchange(
  bots: readonly RunningBot[],
  activity: ActivityLog,
): Promise<void> {
  let answer = "";
  const times: string[] = [];
  for (const bot of bots) {
    const { platform, simulator } = bot;
    if (simulator === undefined || bot.state() !== "connected") continue;
    const received = activity.received();
    const started = performance.now();
    // A person of their own, so that the page's chat begins empty.
    await simulator.say({ from: `${SAMPLE_USERS[platform]}1`, text: WORDS });
    const [first] = await simulator.waitForSent(1);
    times.push(`${PLATFORM_TITLES[platform]} ${(performance.now() - started).toFixed(1)} ms`);
    answer = first?.text ?? "";
    // The plugin's own end comes right after its answer is on the wire.
    await until(() => activity.received() > received, 5000);
  }
  if (times.length === 0) return;
  const plugin = activity.latest().at(-1)?.handledBy ?? "no plugin";
  print("person", WORDS);
  print("bot", `${answer}   (${plugin}, in the sandbox)`);
  print("wires", times.join(", "));
}
