import { on, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { BenchTable } from "./report.ts";
import { median } from "./statistics.ts";
import { startWireBot } from "./wire-bot.ts";

const MESSAGES = 100;
/**
 * Rounds in which the bots take turns, as in the first table, because the speed of a machine changes within minutes.
 */
const ROUNDS = 3;

/** The stages by the mark at their end, where the next stage begins. */
const STAGES = {
  "message-accepted": "sent → accepted: the wire, HTTP, reading the update, the inbox",
  "plugin-started": "accepted → plugin started: order, events, services",
  "reply-begun":
    "plugin started → reply requested: to the worker, through the guest, and back to the main thread",
  shown: "reply requested → delivered: splitting, HTTP, the wire",
} as const;
type Stage = keyof typeof STAGES;

/** The stages of a bot whose handler is a function in its process: none between the wire and the reply. */
const IN_PROCESS: readonly Stage[] = ["reply-begun", "shown"];
const SANDBOXED: readonly Stage[] = ["message-accepted", "plugin-started", ...IN_PROCESS];

/** The milliseconds of each message, by stage. */
type Spent = Map<Stage, number[]>;

/** Measures the stages of a message at a steady rate, and the least time of two changes of thread. */
export async function benchStages(perSecond: number): Promise<BenchTable> {
  const ours: Spent = new Map();
  const grammy: Spent = new Map();
  const hops: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure("stages.ts", SANDBOXED, ours, perSecond);
    await measure("grammy-stages.ts", IN_PROCESS, grammy, perSecond);
    hops.push(...(await benchHops(perSecond)));
  }
  const p50 = (spent: Spent, stage: Stage): number => median(spent.get(stage) ?? []);
  const sum = (spent: Spent, stages: readonly Stage[]): string =>
    stages.reduce((total, stage) => total + p50(spent, stage), 0).toFixed(2);
  const cell = (spent: Spent, stage: Stage): string =>
    spent.has(stage) ? p50(spent, stage).toFixed(2) : "";
  const [accept, reply] = ["message-accepted", "reply-begun"] as const;
  return {
    caption: `Where the time of one message goes, p50 ms at ${perSecond} a second`,
    columns: ["stage", "Botwright", "grammY"],
    rows: [
      // grammY's handler asks for the reply as soon as it has the update.
      [STAGES[accept], cell(ours, accept), cell(grammy, reply)],
      [STAGES["plugin-started"], cell(ours, "plugin-started"), ""],
      [STAGES[reply], cell(ours, reply), ""],
      [STAGES.shown, cell(ours, "shown"), cell(grammy, "shown")],
      ["the stages together", sum(ours, SANDBOXED), sum(grammy, IN_PROCESS)],
      ["for comparison: to a worker that only sends the message back", median(hops).toFixed(2), ""],
    ],
  };
}

/** Sends messages one by one, and adds the milliseconds of their stages to `spent`. */
async function measure(
  file: string,
  stages: readonly Stage[],
  spent: Spent,
  perSecond: number,
): Promise<void> {
  await using bot = await startWireBot(file);
  const reports = on(bot.process, "message");
  for (let index = 0; index < MESSAGES; index += 1) {
    await sleep(1000 / perSecond);
    const said = await bot.say();
    const shown = await bot.answered(30_000);
    const marks = await marksSince(said, reports);
    let before = said;
    for (const stage of stages) {
      const at = stage === "shown" ? shown : (marks.get(stage) ?? Number.NaN);
      const all = spent.get(stage) ?? [];
      spent.set(stage, all);
      all.push(at - before);
      before = at;
    }
  }
}

/** Reads the marks of the message that was sent at `said`; skips marks of the warm-up that arrive late. */
async function marksSince(
  said: number,
  reports: AsyncIterator<unknown[]>,
): Promise<Map<string, number>> {
  const marks = new Map<string, number>();
  while ((marks.get("reply-begun") ?? 0) < said) {
    const { value } = await reports.next();
    const [report]: unknown[] = value;
    if (!Array.isArray(report)) throw new TypeError("the bot sent no marks");
    for (const [stage, at] of report) marks.set(String(stage), Number(at));
  }
  return marks;
}

/** Measures the milliseconds of messages to a worker that only sends them back. */
async function benchHops(perSecond: number): Promise<number[]> {
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
  return took;
}
