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
      "Nodes are processes of `createHost`, compiled as they would be shipped, with the embedded PostgreSQL as it comes: every commit is on the disk before it counts. The platforms are simulators in other processes on loopback. In the first two tables bots and plugins come by HTTP, as from a user: signed up, bound after a test of the connection, submitted, approved, installed.",
      "From the wire to the wire: Botwright runs a stranger's plugin in the sandbox, with one read of its storage and one reply. A message is a row before the platform may forget it; what the plugin asks for is journaled before it is done; the answer survives a `kill -9` at any moment. grammY, the Chat SDK and Koishi run a trusted function in their process, from memory: they lose what they have not answered when they end. Rounds in turn, all latencies together, the median of the CPU times.",
      "Messages a second: all are said at once, and counted from the first said to the last answered, on nodes that have answered three such bursts before. The first row is a node that starts its PostgreSQL itself, both bound by `taskset` to the same two cores. In the other rows nodes share a database that none of them has started, and each node has one core of its own, alone as beside the other, as if it were a machine; PostgreSQL and the platforms have the other cores. Of two nodes each has half of the bots. The inbox alone accepts messages, hands each out and ends it, without adapters and plugins. Where there are fewer than four cores, or no `taskset`, the table says `not bound to cores`: then nodes, PostgreSQL and platforms take computing time from each other.",
      "Many bots, on a node run with `node --max-semi-space-size=8`: WeChat, Feishu, DingTalk and Telegram, a quarter each, all with their poll or socket open. They come as rows, because HTTP allows an account 20 bots. The host's memory is its resident set. PostgreSQL's is the sum of the PSS of its processes (`/proc/<pid>/smaps_rollup`), in which a page that several of them share, as those of the shared buffers, is divided among them. A start is from the start of the process until it serves requests. Reads and messages run side by side for 2 s before those that count.",
    ],
    tables: [wire.table, rate.table, ...many.tables],
    gates: [...wire.gates, ...rate.gates, ...many.gates],
  };
}

if (isMain(import.meta.url)) await runBench(benchHost);
