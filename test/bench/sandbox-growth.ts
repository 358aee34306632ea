/**
 * `node sandbox-growth.ts <folder of the corpus> <attack …>`: measures how much the process grows while these attacks
 * run at the same time; `all` means one attack of each family.
 */
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { createSandbox } from "@botwright/sandbox";
import { readAttacks } from "../attacks/expectation.ts";
import { fakeFetch } from "../attacks/attack-host.ts";
import { openSurroundings } from "../attacks/surroundings.ts";
import { startAttacker } from "./sandbox-attacker.ts";
import { callGood } from "./sandbox-good.ts";
import { pluginOfSize } from "./sandbox-plugins.ts";
import { startProbe } from "./sandbox-probe.ts";

const WARM_UP = 1000;
const WATCH_MS = 2000;

const [folder = "", ...names] = process.argv.slice(2);
const root = pathToFileURL(folder);
const corpus = readAttacks(root);
await using surroundings = await openSurroundings(root);
const kinds = [...new Set(corpus.map(({ kind }) => kind))];
const attacks = names.includes("all")
  ? kinds.flatMap((kind) => corpus.find((attack) => attack.kind === kind) ?? [])
  : corpus.filter(({ name }) => names.includes(name));

await using sandbox = createSandbox({
  workers: 1,
  fetch: fakeFetch,
  limits: { wallMs: 10_000 },
  quarantine: { strikes: Number.POSITIVE_INFINITY },
});
const good = await sandbox.load(pluginOfSize(5000, 1), { slug: "good" });
await callGood(good, ({ times }) => times.length >= WARM_UP);
const endProbe = startProbe();
const attackers = attacks.map((attack) =>
  startAttacker(sandbox, attack, { slug: attack.name, surroundings: surroundings.of(attack) }),
);
let isOver = false;
const calling = callGood(good, () => isOver);
await sleep(WATCH_MS);
isOver = true;
const { lost } = await calling;
const { growthMb } = endProbe();
console.log(JSON.stringify({ growthMb, lost, attacks: attacks.length }));
const ends = attackers.map((attacker) => attacker.abort());
await sandbox.close({ graceMs: 0 });
await Promise.all(ends);
