import type { Simulator } from "@botwright/simulators";
import type { ActivityLog } from "./activity.ts";
import { print } from "./print.ts";
import { until } from "./until.ts";

/** Sends one message over the simulated wire, waits for the plugin's answer and prints both. */
export async function showFirstExchange(
  simulator: Simulator,
  activity: ActivityLog,
): Promise<void> {
  const started = performance.now();
  await simulator.say({ from: "1", text: "你好" });
  const [answer] = await simulator.waitForSent(1);
  const ms = (performance.now() - started).toFixed(1);
  // The plugin's own end comes right after its answer is on the wire.
  await until(() => activity.received() > 0, 5000);
  const plugin = activity.latest()[0]?.handledBy ?? "no plugin";
  print("person", "你好");
  print("bot", `${answer?.text ?? ""}   (${plugin}, in the sandbox; ${ms} ms from wire to wire)`);
}
