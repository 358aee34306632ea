import { startSimulator } from "@botwright/simulators";
import { makeDataFolder, startHostNode } from "./host-node.ts";
import { atMost, type BenchTable, type Gate } from "./report.ts";
import { median, percentile } from "./statistics.ts";
import { createPeople, startWireBot, steady, warmUp } from "./wire-bot.ts";

const RATE = 30;
const MESSAGES = 200;
const ROUNDS = 3;

/** Latencies of a stream of messages, and the CPU milliseconds per message of the bot and of its database. */
interface Steady {
  readonly latencies: readonly number[];
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
}

const BOTS: readonly { name: string; measure: () => Promise<Steady> }[] = [
  { name: "Botwright's host, sandboxed plugin, PostgreSQL", measure: measureHost },
  { name: "grammY 1.46, from memory", measure: () => measureRival("grammy.ts") },
  {
    name: "chat 4.41 + @chat-adapter/telegram, from memory",
    measure: () => measureRival("chat.js"),
  },
  {
    name: "Koishi 4.18 + @satorijs/adapter-telegram 4.5, from memory",
    measure: () => measureRival("koishi.js"),
  },
];

async function measureRival(file: string): Promise<Steady> {
  await using bot = await startWireBot(file);
  const before = await bot.cpuMs();
  const latencies = await steady(bot, MESSAGES, RATE);
  return { latencies, cpuMs: ((await bot.cpuMs()) - before) / MESSAGES, databaseCpuMs: 0 };
}

async function measureHost(): Promise<Steady> {
  await using data = await makeDataFolder();
  await using simulator = await startSimulator("telegram");
  await using node = await startHostNode(data, { telegram: simulator.adapterOptions });
  const { client } = node;
  await client.signUp();
  await client.publish();
  await client.connected([await client.bind(simulator.credentials.token)]);
  const people = createPeople(simulator);
  await warmUp(people);
  const before = await node.processes();
  const latencies = await steady(people, MESSAGES, RATE);
  const after = await node.processes();
  return {
    latencies,
    cpuMs: (after.ownCpuMs - before.ownCpuMs) / MESSAGES,
    databaseCpuMs: (after.otherCpuMs - before.otherCpuMs) / MESSAGES,
  };
}

/** Measures the time from a person's message to the answer, at a steady rate, beside bots that store nothing. */
export async function benchHostWire(): Promise<{ table: BenchTable; gates: Gate[] }> {
  const runs = new Map<string, Steady[]>(BOTS.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, measure } of BOTS) runs.get(name)?.push(await measure());
  }
  const rows = [...runs].map(([name, all]) => {
    const latencies = all.flatMap((run) => run.latencies);
    return {
      name,
      p50: median(latencies),
      p99: percentile(latencies, 99),
      cpuMs: median(all.map((run) => run.cpuMs)),
      databaseCpuMs: median(all.map((run) => run.databaseCpuMs)),
    };
  });
  const [ours] = rows;
  if (ours === undefined) throw new Error("nothing was measured");
  return {
    table: {
      caption: `From the wire to the wire, ${RATE} messages a second`,
      chart: { file: "bench-host", title: `p50 at ${RATE} messages a second, ms`, column: 1 },
      columns: ["bot", "p50 ms", "p99 ms", "CPU ms a message", "PostgreSQL's CPU ms a message"],
      rows: rows.map(({ name, p50, p99, cpuMs, databaseCpuMs }) => [
        name,
        p50.toFixed(2),
        p99.toFixed(2),
        cpuMs.toFixed(2),
        databaseCpuMs === 0 ? "" : databaseCpuMs.toFixed(2),
      ]),
    },
    gates: [
      atMost(`p50 at ${RATE}/s`, 8, ours.p50, "ms"),
      atMost(`p99 at ${RATE}/s`, 30, ours.p99, "ms"),
    ],
  };
}
