import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "./compile.ts";
import type { Cores } from "./cores.ts";
import { type HostClient, createHostClient } from "./host-client.ts";
import type { Addresses, HostDatabase, NodeOrder } from "./host-settings.ts";
import { startChild } from "./many.ts";
import { type ProcessTree, readProcessTree } from "./processes.ts";

/** A running node. */
export interface HostNode extends AsyncDisposable {
  readonly client: HostClient;
  /** Milliseconds from the start of its process until it was ready. */
  readonly startMs: number;
  /** The memory and CPU time of its processes, with those of PostgreSQL if the node has started it. */
  processes(): Promise<ProcessTree>;
}

/** Starts a node compiled as it would be shipped, and waits until it serves requests and runs bots. */
export async function startHostNode(
  database: HostDatabase,
  addresses: Addresses,
  flags: readonly string[] = [],
  cores?: Cores,
): Promise<HostNode> {
  const file = await compile("bots/host");
  const started = performance.now();
  const child = startChild<NodeOrder>(file, flags, cores);
  const { url, pid } = await child.ask<{ url: string; pid: number }>({
    order: "start",
    database,
    addresses,
  });
  const startMs = performance.now() - started;
  return {
    client: createHostClient(url),
    startMs,
    processes: () => readProcessTree(pid),
    async [Symbol.asyncDispose]() {
      await child.ask({ order: "stop" });
      await child[Symbol.asyncDispose]();
    },
  };
}

/** Creates a folder for the data of a host, and deletes it when it is disposed. */
export async function makeDataFolder(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "botwright-bench-"));
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
