/**
 * `node sandbox-recovery.ts <workers> <plugins>`: lets this many plugins hang in native code at once, and measures the
 * time from the end of the last hung worker until all workers and the spare are ready again.
 */
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createSandbox, type SandboxEvent } from "@botwright/sandbox";
import { benchContext, pluginOfSize } from "./sandbox-plugins.ts";
import { median } from "./statistics.ts";

const ROUNDS = 10;
const CPU_MS = 100;

const [workers = 1, plugins = 1] = process.argv.slice(2).map(Number);
const ready = new Set<number>();
let hungAt = 0;
let fullAt = 0;

function onEvent(event: SandboxEvent): void {
  if (event.type === "worker-started") ready.add(event.worker);
  if (event.type === "worker-ended") {
    ready.delete(event.worker);
    if (event.reason === "hung") hungAt = performance.now();
  }
  // More than `workers`, because the spare must be ready too.
  if (ready.size > workers) fullAt = performance.now();
}

async function untilFull(): Promise<void> {
  while (ready.size <= workers) await sleep(1);
}

await using sandbox = createSandbox({
  workers,
  limits: { cpuMs: CPU_MS },
  quarantine: { strikes: Number.POSITIVE_INFINITY },
  onEvent,
});
const good = await sandbox.load(pluginOfSize(5000, 1));
const hanging = await Promise.all(
  Array.from({ length: plugins }, (_, index) =>
    sandbox.load(`export const handler = () => new Array(2 ** 32 - 1).includes(${index});`),
  ),
);
const context = benchContext();
const times: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  await untilFull();
  await good.handler(context);
  await sleep(200);
  fullAt = 0;
  await Promise.allSettled(hanging.map((plugin) => plugin.handler(context)));
  if (ready.size > workers) fullAt ||= hungAt;
  await untilFull();
  times.push(Math.max(0, fullAt - hungAt));
}
console.log(JSON.stringify({ medianMs: median(times), worstMs: Math.max(...times) }));
