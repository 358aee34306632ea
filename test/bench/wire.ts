import { type BenchReport, isMain, runBench } from "./report.ts";
import { median, percentile } from "./statistics.ts";
import { CHATS, isInOrder, startWireBot, steady } from "./wire-bot.ts";
import { benchHttp } from "./wire-http.ts";
import { benchProfile } from "./wire-profile.ts";
import { benchStages } from "./wire-stages.ts";

/** The number of messages of the burst, by which the rate is measured. */
const BURST = 3000;
/** The steady rate in messages per second, and the number of its messages. */
const STEADY_RATE = 30;
const STEADY_MESSAGES = 300;
const ROUNDS = 5;

const BOTS = [
  { name: "Botwright, sandboxed plugin", file: "botwright.ts" },
  { name: "grammY 1.46, in process", file: "grammy.ts" },
  { name: "chat 4.41 + @chat-adapter/telegram, in process", file: "chat.js" },
];

interface Measured {
  latencies: number[];
  /** CPU milliseconds per message, at the steady rate and in the burst. */
  steadyCpuMs: number;
  burstCpuMs: number;
  perSecond: number;
  inOrder: boolean;
}

/** Measures one bot: a steady stream for the latencies, and a burst for the rate. */
async function measure(file: string): Promise<Measured> {
  await using bot = await startWireBot(file);
  const atStart = await bot.cpuMs();
  const latencies = await steady(bot, STEADY_MESSAGES, STEADY_RATE);
  const afterSteady = await bot.cpuMs();
  const started = performance.now();
  for (let index = 0; index < BURST; index += 1) await bot.say();
  await bot.answered(120_000);
  const seconds = (performance.now() - started) / 1000;
  const afterBurst = await bot.cpuMs();
  return {
    latencies,
    steadyCpuMs: (afterSteady - atStart) / STEADY_MESSAGES,
    burstCpuMs: (afterBurst - afterSteady) / BURST,
    perSecond: BURST / seconds,
    inOrder: isInOrder(bot.simulator.sent()),
  };
}

/** Measures from wire to wire: from a person's message at the simulator to the bot's answer there. */
export async function benchWire(): Promise<BenchReport> {
  const results = new Map<string, Measured[]>(BOTS.map(({ file }) => [file, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { file } of BOTS) results.get(file)?.push(await measure(file));
  }
  const rows = BOTS.map(({ name, file }) => {
    const runs = results.get(file) ?? [];
    const latencies = runs.flatMap((run) => run.latencies);
    return {
      name,
      p50: median(latencies),
      p99: percentile(latencies, 99),
      steadyCpuMs: median(runs.map((run) => run.steadyCpuMs)),
      burstCpuMs: median(runs.map((run) => run.burstCpuMs)),
      perSecond: median(runs.map((run) => run.perSecond)),
      inOrder: runs.every((run) => run.inOrder),
    };
  });
  const [ours, grammy] = rows;
  if (ours === undefined || grammy === undefined) throw new Error("nothing was measured");
  return {
    title: "Wire to wire",
    notes: [
      `An echo bot on the Telegram simulator. The simulator and the clock run in one process, each bot in another, with long polling on loopback. Steady: ${STEADY_MESSAGES} messages at ${STEADY_RATE} a second. Burst: ${BURST} messages sent at once; the time is from the first message to the last answer. Both are spread over ${CHATS} chats, after a warm-up of 500 messages. The bots take turns in ${ROUNDS} rounds; latencies of all rounds are pooled, and rates and CPU times are medians of the rounds.`,
      "Botwright runs a stranger's plugin in the sandbox, formats its Markdown, drops duplicates and keeps each chat in order. grammY runs a trusted function, one update after the other. The Chat SDK runs a trusted function, all updates at once.",
      "The second table shows the lower bound of Botwright's time. At the steady rate, nearly all the time that a message takes longer than with grammY is in the third row: to the worker, through the guest, and back. After 33 ms without work, threads sleep and the CPU's caches are cold; the last row is the cost of two wake-ups alone. In a burst, when everything is warm, the same stages take a third of this time, and several workers share them. The marks of the stages are reported after each message, so that they do not slow it.",
      "The third table is a profile of all threads, without idle time (a sample every 0.2 ms; the cost of sampling is included, above all in the rows outside of JavaScript). grammY spends its CPU time mostly on HTTP. The rows that only Botwright has make up the lower bound: two changes of thread (postMessage and ports on both sides), the guest and its engine, the isolation around it (restoring the memory, limits, budgets), and in core order, deduplication, journal and events.",
    ],
    tables: [
      {
        caption: "From a message to its answer",
        chart: { file: "bench-wire", title: "Answered messages per second, burst", column: 4 },
        columns: [
          "bot",
          "p50 ms at 30/s",
          "p99 ms at 30/s",
          "CPU ms a message at 30/s",
          "burst, messages/s",
          "CPU ms a message in the burst",
          "each chat in order",
        ],
        rows: rows.map((row) => [
          row.name,
          row.p50.toFixed(2),
          row.p99.toFixed(2),
          row.steadyCpuMs.toFixed(2),
          row.perSecond.toFixed(0),
          row.burstCpuMs.toFixed(2),
          row.inOrder ? "yes" : "no",
        ]),
      },
      await benchStages(STEADY_RATE),
      await benchProfile(STEADY_RATE),
      await benchHttp(STEADY_RATE),
    ],
    gates: [
      {
        name: "p50 at 30/s beside grammY's",
        limit: "≤ 1.0×",
        measured: `${(ours.p50 / grammy.p50).toFixed(2)}×`,
        ok: ours.p50 <= grammy.p50,
      },
      {
        name: "rate in the burst beside grammY's",
        limit: "≥ 1.0×",
        measured: `${(ours.perSecond / grammy.perSecond).toFixed(2)}×`,
        ok: ours.perSecond >= grammy.perSecond,
      },
      {
        name: "each chat in order",
        limit: "yes",
        measured: ours.inOrder ? "yes" : "no",
        ok: ours.inOrder,
      },
    ],
  };
}

if (isMain(import.meta.url)) await runBench(benchWire);
