import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { BenchTable } from "./report.ts";
import { median } from "./statistics.ts";
import { startWireBot } from "./wire-bot.ts";

const MESSAGES = 200;

/** The stages of a message, each from the one before it. */
const STAGES = [
  ["message-accepted", "said → accepted: the wire, HTTP, reading the update, the inbox"],
  ["plugin-started", "accepted → the plugin is begun: order, events, services"],
  [
    "host-call-begun",
    "begun → its reply is asked for: to the worker, the guest, and back to the main thread",
  ],
] as const;

/** Where the time of one message goes at a steady rate, and what two changes of thread cost at least. */
export async function benchStages(perSecond: number): Promise<BenchTable> {
  await using bot = await startWireBot("stages.ts");
  const spent = new Map<string, number[]>();
  const add = (stage: string, ms: number): void => {
    const all = spent.get(stage) ?? [];
    spent.set(stage, all);
    all.push(ms);
  };
  let marks = new Map<string, number>();
  bot.process.on("message", (mark) => {
    if (Array.isArray(mark)) marks.set(String(mark[0]), Number(mark[1]));
  });
  for (let index = 0; index < MESSAGES; index += 1) {
    marks = new Map();
    let before = await bot.say();
    const end = await bot.answered(30_000);
    await sleep(1000 / perSecond);
    for (const [type, label] of STAGES) {
      const at = marks.get(type) ?? Number.NaN;
      add(label, at - before);
      before = at;
    }
    add("asked for → shown: splitting, HTTP, the wire", end - before);
  }
  const hops = await benchHops(perSecond);
  const rows = [...spent].map(([stage, ms]) => [stage, median(ms).toFixed(2)]);
  return {
    caption: `Where the time of one message goes, at ${perSecond} a second`,
    columns: ["stage", "p50 ms"],
    rows: [
      ...rows,
      ["for comparison: to an empty worker and back, nothing done there", hops.toFixed(2)],
    ],
  };
}

/** A message to a worker that does nothing but answer. */
async function benchHops(perSecond: number): Promise<number> {
  const code = `const { parentPort } = require("node:worker_threads");
parentPort.on("message", (message) => parentPort.postMessage(message));`;
  const worker = new Worker(code, { eval: true });
  const took: number[] = [];
  for (let index = 0; index < MESSAGES; index += 1) {
    const started = performance.now();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(index);
    await once(worker, "message");
    took.push(performance.now() - started);
    await sleep(1000 / perSecond);
  }
  await worker.terminate();
  return median(took);
}
