import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { settleGarbage } from "../collect-garbage.ts";
import { changedPrimordials, readPrimordials } from "./primordials.ts";

/** Memory of this process after a collection, in MiB. */
export interface Memory {
  readonly heap: number;
  /** What this thread's objects hold outside of the heap: buffers, and answers that were not fetched. */
  readonly external: number;
  /** With what allocators keep for later: the more threads there were, the more of that. */
  readonly rss: number;
  /** Number of threads of the process; 0 where unknown. */
  readonly threads: number;
}

/** Watches this process for what no attack may cause. */
export interface ProcessWatch extends AsyncDisposable {
  /** Port of a loopback server that no plugin may reach. */
  readonly port: number;
  /** What has happened since the start that must not happen. */
  problems(): string[];
  /** Begins to measure by how many MiB the process grows at most; the returned function ends it. */
  growth(): () => number;
}

/** Milliseconds between two measurements of the process's memory. */
const SAMPLE_MS = 10;

/** Starts the server and the listeners. */
export async function watchProcess(): Promise<ProcessWatch> {
  const primordials = readPrimordials();
  const unhandled: unknown[] = [];
  let connections = 0;
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note).on("uncaughtExceptionMonitor", note);
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    problems() {
      return [
        ...changedPrimordials(primordials).map((name) => `${name} is changed`),
        ...(connections > 0 ? [`${connections} connections reached the loopback server`] : []),
        ...unhandled.map((reason) => `unhandled: ${String(reason)}`),
      ];
    },
    growth: measureGrowth,
    async [Symbol.asyncDispose]() {
      process.off("unhandledRejection", note).off("uncaughtExceptionMonitor", note);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function measureGrowth(): () => number {
  const before = process.memoryUsage.rss();
  let most = before;
  const sample = (): void => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    sample();
    return (most - before) / 2 ** 20;
  };
}

/** Collects garbage and measures. */
export async function settledMemory(): Promise<Memory> {
  await settleGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  const [heap = 0, outside = 0, all = 0] = [heapUsed, external, rss].map(
    (bytes) => bytes / 2 ** 20,
  );
  return { heap, external: outside, rss: all, threads: countThreads() };
}

function countThreads(): number {
  const folder = "/proc/self/task";
  return existsSync(folder) ? readdirSync(folder).length : 0;
}
