import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "@botwright/simulators";
import { type BenchReport, isMain, runBench } from "./report.ts";
import { median, percentile } from "./statistics.ts";

/** Chats that the messages are spread over. */
const CHATS = 50;
/** Messages of the burst that is timed for the rate. */
const BURST = 3000;
/** The steady rate, messages per second, and for how many messages. */
const STEADY_RATE = 30;
const STEADY_MESSAGES = 300;
const ROUNDS = 3;

const BOTS = [
  { name: "Botwright, sandboxed plugin", file: "botwright.ts" },
  { name: "grammY 1.46, in process", file: "grammy.ts" },
  { name: "chat 4.41 + @chat-adapter/telegram, in process", file: "chat.js" },
];

interface Measured {
  latencies: number[];
  perSecond: number;
  answered: number;
  inOrder: boolean;
}

/** Starts a bot in a process of its own and resolves when it says that it is ready. */
async function startBot(file: string, baseUrl: string, token: string): Promise<ChildProcess> {
  const path = new URL(`bots/${file}`, import.meta.url).pathname;
  const child = spawn("node", ["--conditions=@botwright/source", path, baseUrl, token], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
  ]);
  return child;
}

/** One bot: warm-up, a steady stream for the latencies, a burst for the rate. */
async function measure(file: string): Promise<Measured> {
  await using simulator = await startSimulator("telegram");
  const child = await startBot(file, simulator.baseUrl, simulator.credentials.token);
  const say = (index: number) =>
    simulator.say({ from: String(1000 + (index % CHATS)), text: `m${index}` });
  try {
    let said = 0;
    const warmUp = 500;
    while (said < warmUp) await say(said++);
    await simulator.waitForSent(warmUp, { timeoutMs: 60_000 });

    const latencies: number[] = [];
    for (let index = 0; index < STEADY_MESSAGES; index += 1) {
      const started = performance.now();
      await say(said++);
      const answered = simulator
        .waitForSent(said, { timeoutMs: 30_000 })
        .then(() => latencies.push(performance.now() - started));
      await Promise.all([answered, sleep(1000 / STEADY_RATE)]);
    }

    const started = performance.now();
    const end = said + BURST;
    while (said < end) await say(said++);
    const sent = await simulator.waitForSent(end, { timeoutMs: 120_000 });
    const seconds = (performance.now() - started) / 1000;
    return {
      latencies,
      perSecond: BURST / seconds,
      answered: sent.length,
      inOrder: isInOrder(sent),
    };
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

/** Whether each chat was answered in the order of its messages. */
function isInOrder(sent: readonly { to: string; text?: string }[]): boolean {
  const last = new Map<string, number>();
  for (const { to, text = "" } of sent) {
    const number = Number(/\d+$/.exec(text)?.[0]);
    if (number < (last.get(to) ?? -1)) return false;
    last.set(to, number);
  }
  return true;
}

/** Wire to wire: from a person's message at the simulator to the bot's answer there. */
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
      perSecond: median(runs.map((run) => run.perSecond)),
      inOrder: runs.every((run) => run.inOrder),
    };
  });
  const [ours] = rows;
  if (ours === undefined) throw new Error("nothing was measured");
  return {
    title: "Wire to wire",
    notes: [
      `An echo bot on the Telegram simulator. Simulator and clock in one process, each bot in its own, long polling on loopback. Steady: ${STEADY_MESSAGES} messages at ${STEADY_RATE} a second; burst: ${BURST} messages said at once, from the first said to the last answered; both over ${CHATS} chats, after a warm-up of 500; ${ROUNDS} rounds in turn, all latencies together, the median of the rates.`,
      "Ours runs a stranger's plugin in the sandbox, formats its Markdown, drops duplicates and keeps each chat in order. grammY runs a trusted function, one update after the other. The Chat SDK runs a trusted function, all updates at once.",
    ],
    tables: [
      {
        caption: "say → sent",
        chart: { file: "bench-wire", title: "Answered messages per second, burst", column: 3 },
        columns: [
          "bot",
          "p50 ms at 30/s",
          "p99 ms at 30/s",
          "burst, messages/s",
          "each chat in order",
        ],
        rows: rows.map((row) => [
          row.name,
          row.p50.toFixed(2),
          row.p99.toFixed(2),
          row.perSecond.toFixed(0),
          row.inOrder ? "yes" : "no",
        ]),
      },
    ],
    gates: [
      {
        name: "p50 at 30/s",
        limit: "≤ 3 ms",
        measured: `${ours.p50.toFixed(2)} ms`,
        ok: ours.p50 <= 3,
      },
      {
        name: "most it sustains",
        limit: "≥ 1000/s",
        measured: `${ours.perSecond.toFixed(0)}/s`,
        ok: ours.perSecond >= 1000,
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
