/**
 * `node sandbox-neighbours.ts <attack> <workers> <rounds>`: measures good calls beside an attack, and compares them
 * with good calls without it. Two names are controls: `nothing` shows differences by chance, and `busy process` those
 * of a busy core.
 */
import { createSandbox } from "@botwright/sandbox";
import {
  type Attacker,
  startAttacker,
  startBusyProcess,
  startNothing,
} from "./sandbox-attacker.ts";
import { attackOf } from "./sandbox-attacks.ts";
import { pluginOfSize } from "./sandbox-plugins.ts";
import { compareRounds } from "./sandbox-rounds.ts";

const [name = "", workers = "1", rounds = "3"] = process.argv.slice(2);

await using sandbox = createSandbox({
  workers: Number(workers),
  quarantine: { strikes: Number.POSITIVE_INFINITY },
});
const good = await sandbox.load(pluginOfSize(5000, 1), { slug: "good" });
const numbers = await compareRounds(good, Number(rounds), starterOf(name), (attacker) =>
  attacker.stop(),
);
console.log(JSON.stringify(numbers));

function starterOf(attack: string): () => Attacker {
  if (attack === "nothing") return startNothing;
  if (attack === "busy process") return startBusyProcess;
  const plan = attackOf(attack);
  return () => startAttacker(sandbox, plan);
}
