import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "./compile.ts";
import type { Cores } from "./cores.ts";
import { type HostClient, createHostClient } from "./host-client.ts";
import type { Addresses, HostDatabase, NodeOrder } from "./host-settings.ts";
import { startChild } from "./many.ts";
import { type ProcessTree, readProcessTree } from "./processes.ts";

/** A node that runs. */
export interface HostNode extends AsyncDisposable {
  readonly client: HostClient;
  /** Milliseconds from the start of its process until it was ready. */
  readonly startMs: number;
  /** What its processes use, PostgreSQL's too if it has started that. */
  processes(): Promise<ProcessTree>;
}

/** Starts a node as it would be shipped, and waits until it serves requests and runs bots. */
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

/** A new folder for the data of a host. */
export async function makeDataFolder(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "botwright-bench-"));
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
