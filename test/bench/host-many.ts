import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDatabase, startEmbeddedPostgres } from "@botwright/host";
import { type HostNode, makeDataFolder, startHostNode } from "./host-node.ts";
import { addBots, addPlugins, addUsers, FIRST_ACCOUNT } from "./host-rows.ts";
import { ADMIN_TOKEN } from "./host-settings.ts";
import {
  type Answered,
  type Binding,
  type HeldPlatform,
  type PlatformOrder,
  startChild,
} from "./many.ts";
import { atMost, type BenchTable, type Gate } from "./report.ts";
import { median, percentile } from "./statistics.ts";

/**
 * A young generation that is small, so that each bot takes little memory, but large enough that requests do not wait
 * for the garbage collection: with half of it, the collection takes a sixth of the main thread during reads and
 * messages.
 */
const FLAGS = ["--max-semi-space-size=8"];
const PLATFORMS: readonly HeldPlatform[] = ["wechat", "feishu", "dingtalk", "telegram"];
const BOTS = 1000;
/** The numbers of rows in the lists that are read. */
const USERS = 2000;
const PLUGINS = 200;
const READS_PER_SECOND = 200;
const MESSAGES_PER_SECOND = 100;
const READ_SECONDS = 10;
/** Seconds of reads before those that count, in which V8 compiles their code and the pool opens its connections. */
const WARM_UP_SECONDS = 2;
/** Milliseconds for a process to settle, and for a node to claim all bots: at most 100 with each poll. */
const SETTLE_MS = 3000;
const TAKE_MS = 15_000;

/** Measures many idle bots, a start of the host with them, and reads of lists beside messages. */
export async function benchHostMany(): Promise<{ tables: BenchTable[]; gates: Gate[] }> {
  await using data = await makeDataFolder();
  await using people = startChild<PlatformOrder>(
    fileURLToPath(new URL("many-platforms.ts", import.meta.url)),
  );
  const bindings: Binding[] = [];
  for (const platform of PLATFORMS) {
    const count = BOTS / PLATFORMS.length;
    bindings.push(...(await people.ask<Binding[]>({ order: "open", platform, count })));
  }
  const addresses = Object.fromEntries(
    bindings.map((binding, index) => [
      `${binding.platform}/${FIRST_ACCOUNT + index}`,
      { apiBase: binding.baseUrl },
    ]),
  );
  const say = (perSecond: number, messages: number): Promise<Answered> =>
    people.ask({ order: "say", perSecond, messages });

  const first = await startFirst(data.folder);
  await addRows(data.folder, bindings, first.readerId);
  await using node = await startHostNode(data, addresses, FLAGS);
  await sleep(TAKE_MS);
  const idle = await node.processes();
  const { latencies } = await say(200, BOTS);
  await sleep(SETTLE_MS);
  const used = await node.processes();
  const readFor = async (seconds: number) => {
    const reading = readLists(node, first.token, seconds);
    const load = await say(MESSAGES_PER_SECOND, MESSAGES_PER_SECOND * seconds);
    return { load, reads: await reading };
  };
  await readFor(WARM_UP_SECONDS);
  const { load, reads } = await readFor(READ_SECONDS);

  const eachKilobytes = ((idle.ownMegabytes - first.megabytes) * 1024) / BOTS;
  const wholeMegabytes = used.ownMegabytes + used.otherMegabytes;
  return {
    tables: [
      {
        caption: `${BOTS} bots of ${PLATFORMS.length} platforms on one node`,
        columns: ["what", "figure"],
        rows: [
          [
            "start with an empty folder, which makes the database, s",
            (first.startMs / 1000).toFixed(1),
          ],
          [`start with ${BOTS} bots in the database, s`, (node.startMs / 1000).toFixed(1)],
          ["RSS of the host without bots, MB", first.megabytes.toFixed(0)],
          ["RSS of the host with all bots connected, MB", idle.ownMegabytes.toFixed(0)],
          ["each bot, kB", eachKilobytes.toFixed(0)],
          ["RSS of the host after each bot has answered once, MB", used.ownMegabytes.toFixed(0)],
          [
            `PSS of PostgreSQL's ${used.others} processes at that time, MB`,
            used.otherMegabytes.toFixed(0),
          ],
          ["bots that did not answer", BOTS - latencies.length],
        ],
      },
      {
        caption: `${READS_PER_SECOND} requests a second beside ${MESSAGES_PER_SECOND} messages a second`,
        columns: ["request", "p50 ms", "p99 ms"],
        rows: [
          ...[...reads].map(([name, ms]) => [name, ...quantiles(ms)]),
          ["a message, from the wire to the wire", ...quantiles(load.latencies)],
        ],
      },
    ],
    gates: [
      atMost("an idle bot", 60, eachKilobytes, "kB"),
      atMost(`${BOTS} bots with PostgreSQL`, 600, wholeMegabytes, "MB"),
      atMost("not answered", 0, BOTS - latencies.length, `of ${BOTS}`),
      atMost("a start after the first", 5, node.startMs / 1000, "s"),
      ...[...reads].map(([name, ms]) => atMost(`p99 of ${name}`, 50, percentile(ms, 99), "ms")),
    ],
  };
}

function quantiles(ms: readonly number[]): [p50: string, p99: string] {
  return [median(ms).toFixed(1), percentile(ms, 99).toFixed(1)];
}

/** Measures the first start, which creates the database, and signs up the user who reads the lists later. */
async function startFirst(folder: string) {
  await using node = await startHostNode({ folder }, {}, FLAGS);
  await node.client.signUp();
  await sleep(SETTLE_MS);
  const { ownMegabytes: megabytes } = await node.processes();
  const { id: readerId, token } = node.client;
  return { startMs: node.startMs, megabytes, readerId, token };
}

/** Writes the bots, plugins and users into the database of a stopped host. */
async function addRows(
  folder: string,
  bindings: readonly Binding[],
  readerId: number,
): Promise<void> {
  await using postgres = await startEmbeddedPostgres({ folder });
  await using database = await openDatabase({ connection: postgres.connection });
  await addBots(database, bindings);
  await addPlugins(database.db, PLUGINS, "other", FIRST_ACCOUNT);
  await addPlugins(database.db, 20, "mine", readerId);
  await addUsers(database.db, USERS);
}

/** Reads lists at a fixed rate, without waiting for earlier answers; returns the milliseconds of each read. */
async function readLists(
  node: HostNode,
  token: string,
  seconds: number,
): Promise<Map<string, number[]>> {
  const { url } = node.client;
  const reads = [
    ["/api/plugins/my", token],
    ["/api/admin/users", ADMIN_TOKEN],
    ["/api/bots", token],
    ["/api/library", token],
  ] as const;
  const took = new Map<string, number[]>(reads.map(([path]) => [`GET ${path}`, []]));
  const all: Promise<void>[] = [];
  const started = performance.now();
  for (let index = 0; index < READS_PER_SECOND * seconds; index++) {
    const early = started + (index * 1000) / READS_PER_SECOND - performance.now();
    if (early > 0) await sleep(early);
    const read = reads[index % reads.length];
    if (read !== undefined) all.push(get(read[0], read[1]));
  }
  await Promise.all(all);
  return took;

  async function get(path: string, bearer: string): Promise<void> {
    const asked = performance.now();
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${bearer}` } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    took.get(`GET ${path}`)?.push(performance.now() - asked);
  }
}
