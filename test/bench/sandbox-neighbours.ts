/**
 * `node sandbox-neighbours.ts <attack> <workers>`: what good calls wait for beside an attack, against
 * what they wait for without it.
 */
import { createSandbox } from "@botwright/sandbox";
import { startAttacker } from "./sandbox-attacker.ts";
import { attackOf } from "./sandbox-attacks.ts";
import { pluginOfSize } from "./sandbox-plugins.ts";
import { compareRounds } from "./sandbox-rounds.ts";

const ROUNDS = 3;

const [name = "", workers = "1"] = process.argv.slice(2);
const plan = attackOf(name);

await using sandbox = createSandbox({
  workers: Number(workers),
  quarantine: { strikes: Number.POSITIVE_INFINITY },
});
const good = await sandbox.load(pluginOfSize(5000, 1), { slug: "good" });
const numbers = await compareRounds(
  good,
  ROUNDS,
  () => startAttacker(sandbox, plan),
  (attacker) => attacker.stop(),
);
console.log(JSON.stringify(numbers));
