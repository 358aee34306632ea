/**
 * `node sandbox-sample.ts <folder of the corpus> <workers> <of>`: measures good calls beside a sample, one in `of`
 * attacks of the corpus, each in its own sandbox.
 */
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { createSandbox } from "@botwright/sandbox";
import { fakeFetch } from "../attacks/attack-host.ts";
import { type Attack, readAttacks } from "../attacks/expectation.ts";
import { openSurroundings } from "../attacks/surroundings.ts";
import { startAttacker } from "./sandbox-attacker.ts";
import { pluginOfSize } from "./sandbox-plugins.ts";
import { compareRounds, type Neighbours } from "./sandbox-rounds.ts";

/** If p99 beside an attack is more than this many times that of the quiet rounds, the attack is measured again … */
const SUSPECT = 1.7;
/** … in the first of these numbers of rounds, whose median counts, and if it is still too high, in the second. */
const ROUNDS = [3, 9];

const [folder = "", workers = "1", of = "1"] = process.argv.slice(2);
const root = pathToFileURL(folder);
const corpus = readAttacks(root);
await using surroundings = await openSurroundings(root);

/** The hash of an attack's name decides, so that a new file in the corpus does not change the rest of the sample. */
function isSampled({ name }: Attack): boolean {
  return createHash("sha256").update(name).digest().readUInt32BE() % Number(of) === 0;
}

async function measure(attack: Attack, rounds: number): Promise<Neighbours> {
  await using sandbox = createSandbox({
    workers: Number(workers),
    fetch: fakeFetch,
    quarantine: { strikes: Number.POSITIVE_INFINITY },
  });
  const good = await sandbox.load(pluginOfSize(5000, 1), { slug: "good" });
  return await compareRounds(
    good,
    rounds,
    () => startAttacker(sandbox, attack, { surroundings: surroundings.of(attack) }),
    (attacker) => attacker.abort(),
  );
}

const measured: Record<string, Neighbours> = {};
for (const attack of corpus.filter(isSampled)) {
  let numbers = await measure(attack, 1);
  for (const rounds of ROUNDS) {
    if (numbers.ratio > SUSPECT) numbers = await measure(attack, rounds);
  }
  measured[attack.name] = numbers;
  // Progress, for manual runs of this program.
  console.error(`${attack.name}: ${numbers.ratio.toFixed(1)} times`);
}
console.log(JSON.stringify(measured));
