import { createSandbox, DEFAULT_LIMITS } from "@botwright/sandbox";
import { createEngine } from "../../packages/sandbox/src/engine.ts";
import { compileWasm } from "../../packages/sandbox/src/wasm.ts";
import { type BenchReport, isMain, runBench } from "./report.ts";
import { benchContext, HOST_CALLS, pluginOfSize } from "./sandbox-plugins.ts";
import { createRivals } from "./sandbox-rivals.ts";
import { median, percentile } from "./statistics.ts";

const ROUNDS = 3000;
const WARM_UP = 300;
const COLD_ROUNDS = 60;

/** Handlers that wait at once, and calls in flight for the rate. */
const WAITING = 1000;
const IN_FLIGHT = 16;

/** Microseconds of each round. */
async function time(rounds: number, work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await work();
    times.push((performance.now() - started) * 1000);
  }
  return times;
}

interface Row {
  name: string;
  /** Microseconds, by number of host calls. */
  times: number[][];
}

/** The engine alone, in this thread: what a call costs without crossing to a worker. */
async function measureSameThread(): Promise<Row> {
  const { memoryBytes, ...limits } = DEFAULT_LIMITS;
  const engine = await createEngine({ wasmModule: await compileWasm(), memoryBytes });
  const { bot, msg, config, botDbId, userId, messageId } = benchContext();
  const frame = JSON.stringify({
    msg,
    config,
    botDbId,
    userId,
    messageId,
    quotedMessage: null,
    platform: bot.platform,
    voice: false,
    media: false,
  });
  const times: number[][] = [];
  for (const hostCalls of HOST_CALLS) {
    await engine.prepare();
    const loaded = engine.load(pluginOfSize(5000, hostCalls), limits);
    if (!loaded.ok) throw new Error(loaded.failure.message);
    const image = engine.createImage(loaded.delta);
    const input = { image, frame, seed: 1, now: 0, media: undefined, limits };
    const call = (): void => {
      void engine.prepare();
      const started = engine.start(input);
      let { outcome } = started;
      while (outcome.state === "waiting") {
        const answers = outcome.requests.map(({ id }) => ({ id, ok: true, json: '"value"' }));
        outcome = engine.resume(started.call, answers, 0);
      }
      if (outcome.state !== "done") throw new Error(outcome.failure.message);
    };
    for (let round = 0; round < WARM_UP; round++) call();
    // Without awaiting between rounds, and with the clock around the call only.
    const own: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      call();
      own.push((performance.now() - started) * 1000);
    }
    times.push(own);
  }
  return { name: "Botwright, same thread, pristine and hardened per call", times };
}

async function measureWorker(): Promise<Row> {
  await using sandbox = createSandbox();
  const context = benchContext();
  const times: number[][] = [];
  for (const hostCalls of HOST_CALLS) {
    const plugin = await sandbox.load(pluginOfSize(5000, hostCalls));
    await time(WARM_UP, () => plugin.handler(context));
    times.push(await time(ROUNDS, () => plugin.handler(context)));
  }
  return { name: "Botwright, through a worker (as used)", times };
}

async function measureRivals(): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (const hostCalls of HOST_CALLS) {
    for (const rival of await createRivals(hostCalls)) {
      await time(rival.rounds / 10, () => rival.call());
      const row = rows.get(rival.name) ?? { name: rival.name, times: [] };
      row.times.push(await time(rival.rounds, () => rival.call()));
      rows.set(rival.name, row);
      await rival.close();
    }
  }
  return [...rows.values()];
}

/** Microseconds from source to the first result, each time another file. */
async function measureCold(bytes: number): Promise<number[]> {
  await using sandbox = createSandbox();
  const context = benchContext();
  let round = 0;
  const cold = async (): Promise<void> => {
    const plugin = await sandbox.load(pluginOfSize(bytes, 0, `${bytes}-${round++}`));
    await plugin.handler(context);
  };
  await time(20, cold);
  return await time(COLD_ROUNDS, cold);
}

/** Calls per second with some in flight; and what many waiting handlers cost and take to go on. */
async function measureMany(): Promise<{ perSecond: number; kilobytes: number; resumeUs: number }> {
  await using sandbox = createSandbox();
  const context = benchContext();
  const plugin = await sandbox.load(pluginOfSize(5000, 1));
  await time(WARM_UP, () => plugin.handler(context));
  const started = performance.now();
  const lane = (): Promise<unknown> => time(ROUNDS / IN_FLIGHT, () => plugin.handler(context));
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  const perSecond = ROUNDS / ((performance.now() - started) / 1000);

  const gate = Promise.withResolvers<string>();
  const all = Promise.withResolvers<void>();
  let asked = 0;
  const get = (): Promise<string> => {
    asked++;
    if (asked === WAITING) all.resolve();
    return gate.promise;
  };
  const before = process.memoryUsage().rss;
  const storage = { ...context.storage, get };
  const calls = Array.from({ length: WAITING }, () => plugin.handler({ ...context, storage }));
  await all.promise;
  const kilobytes = (process.memoryUsage().rss - before) / 1024 / WAITING;
  const resumed = performance.now();
  gate.resolve("value");
  await Promise.all(calls);
  return { perSecond, kilobytes, resumeUs: ((performance.now() - resumed) * 1000) / WAITING };
}

const round = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

function rowOf({ name, times }: Row): string[] {
  return [name, ...times.map((own) => `${round(median(own))} / ${round(percentile(own, 99))}`)];
}

/** What running a plugin costs: calls, cold starts, and many handlers at once. */
export async function benchSandbox(): Promise<BenchReport> {
  // First, while the process has no memory of other parts to use again.
  const many = await measureMany();
  const same = await measureSameThread();
  const worker = await measureWorker();
  const cold5 = await measureCold(5000);
  const cold50 = await measureCold(50_000);
  const rivals = await measureRivals();
  const gate = (name: string, limit: number, measured: number, unit = "µs"): Gate => ({
    name,
    limit: `≤ ${limit} ${unit}`,
    measured: `${round(measured)} ${unit}`,
    ok: measured <= limit,
  });
  const sameLimits = [50, 60, 80, 140];
  const oneCall = worker.times[1] ?? [];
  return {
    title: "Sandbox",
    notes: [
      "One handler on a message of about 650 bytes, with 0, 1, 3 and 10 host calls one after another. Every call of Botwright begins in a fresh, hardened machine; so does every call of @sebastianwessel/quickjs; the others keep the plugin's state from call to call.",
    ],
    tables: [
      {
        caption: "A call, µs, median / p99",
        chart: { file: "bench-sandbox", title: "A call with one host call, median, µs", column: 2 },
        columns: [
          "runner",
          ...HOST_CALLS.map((calls) => `${calls} host call${calls === 1 ? "" : "s"}`),
        ],
        rows: [same, worker, ...rivals].map(rowOf),
      },
      {
        caption: "From source to first result, through a worker, µs",
        columns: ["file", "median", "p99"],
        rows: [
          ["5 kB", round(median(cold5)), round(percentile(cold5, 99))],
          ["50 kB", round(median(cold50)), round(percentile(cold50, 99))],
        ],
      },
      {
        caption: "Many at once, one worker, one host call each",
        columns: ["what", "measured"],
        rows: [
          [`calls per second, ${IN_FLIGHT} in flight`, Math.round(many.perSecond)],
          [`kB of process memory per waiting handler, of ${WAITING}`, Math.round(many.kilobytes)],
          ["µs until a waiting handler is done, all answered at once", round(many.resumeUs)],
        ],
      },
    ],
    gates: [
      ...HOST_CALLS.map((calls, index) =>
        gate(
          `same thread, ${calls} host call${calls === 1 ? "" : "s"}, median`,
          sameLimits[index] ?? 0,
          median(same.times[index] ?? []),
        ),
      ),
      gate("through a worker, 1 host call, median", 150, median(oneCall)),
      gate("through a worker, 1 host call, p99", 1000, percentile(oneCall, 99)),
      gate("cold plugin of 5 kB, median", 1500, median(cold5)),
    ],
  };
}

type Gate = BenchReport["gates"][number];

if (isMain(import.meta.url)) await runBench(benchSandbox);
