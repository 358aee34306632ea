import { benchHostMany } from "./host-many.ts";
import { benchHostRate } from "./host-rate.ts";
import { benchHostWire } from "./host-wire.ts";
import { type BenchReport, isMain, runBench } from "./report.ts";

/** Measures a whole host: its processes, PostgreSQL and HTTP. */
export async function benchHost(): Promise<BenchReport> {
  const wire = await benchHostWire();
  const rate = await benchHostRate();
  const many = await benchHostMany();
  return {
    title: "Host",
    notes: [
      "Nodes are processes of `createHost`, compiled as they would be shipped, and use the embedded PostgreSQL with its default settings: a commit is flushed to disk before it is acknowledged. The platforms are simulators in other processes on loopback. For the first two tables, the benchmark creates the host's bots and plugins over HTTP as users would: it signs up, submits the plugin, approves it as an administrator, binds bots after a connection test, and installs the plugin.",
      "From the wire to the wire: Botwright runs a stranger's plugin in the sandbox, with one read of its storage and one reply. The host stores a message before it acknowledges it to the platform, and journals each effect of the plugin before it performs it. So the answer survives a `kill -9` at any moment. grammY, the Chat SDK and Koishi run a trusted function in their process, and have messages only in memory: they lose unanswered messages when their process ends. The bots take turns; latencies of all rounds are pooled, and CPU times are medians of the rounds.",
      "Messages a second: all messages are sent at once; the time is from the first message to the last answer, after three warm-up bursts. In the first row, the node starts its PostgreSQL itself, and `taskset` binds both to the same two cores. In the other rows, nodes share a database that none of them has started. Each node has one core of its own, also when it runs alone, so that a node behaves like a separate machine; PostgreSQL and the platforms have the other cores. Of two nodes, each has half of the bots. The inbox alone accepts messages, hands each out and ends it, without adapters, plugins and warm-up bursts. Where there are fewer than four cores, or no `taskset`, the table says `not bound to cores`: then nodes, PostgreSQL and platforms take CPU time from each other.",
      "Many bots, on a node run with `node --max-semi-space-size=8`: WeChat, Feishu, DingTalk and Telegram, a quarter each, all with their poll or socket open. They are written directly into the database, because over HTTP an account may have only 20 bots. The host's memory is its resident set (RSS). PostgreSQL's memory is the sum of the PSS of its processes (`/proc/<pid>/smaps_rollup`). PSS divides a page that several processes share, such as a page of the shared buffers, among them. A start is the time from the start of the process until it serves requests. Reads and messages first run side by side for 2 s that are not measured.",
    ],
    tables: [wire.table, rate.table, ...many.tables],
    gates: [...wire.gates, ...rate.gates, ...many.gates],
  };
}

if (isMain(import.meta.url)) await runBench(benchHost);
