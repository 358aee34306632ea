import { Worker } from "node:worker_threads";
import type { SandboxFetch } from "@botwright/sandbox";
import { createFetchThread } from "../../packages/sandbox/src/main/threads/fetch-thread.ts";
import { nodeArguments } from "../../packages/sandbox/src/main/threads/thread-files.ts";

/** Servers of an attacker on loopback, and a fetch by the real thread that may reach them. */
export interface AttackNetwork extends AsyncDisposable {
  readonly fetch: SandboxFetch;
  /** Origin of the servers; each has a path. */
  readonly origin: string;
}

/** What the attacker's machine is told. */
export interface NetworkThreadData {
  /** Belongs to a server that no plugin may reach. */
  readonly forbiddenPort: number;
  /** Milliseconds for which the host waits for a look-up. */
  readonly lookupMs: number;
}

/** Where the attacker's servers are. */
export interface NetworkAddresses {
  readonly origin: string;
  /** Address of the name server. */
  readonly names: string;
}

/** Whether attacks of this kind need the servers. */
export const usesNetwork = (kind: string): boolean => kind === "servers" || kind === "names";

/** Milliseconds for a look-up of a name: enough for a busy machine to answer one that is answered at all. */
const LOOKUP_MS = 1000;

const THREAD_FILE = new URL("network-thread.ts", import.meta.url);

/**
 * Opens the servers; `forbiddenPort` belongs to one that no plugin may reach. `root` is this module's folder when
 * it is bundled elsewhere.
 */
export async function openAttackNetwork(forbiddenPort: number, root?: URL): Promise<AttackNetwork> {
  const file = root === undefined ? THREAD_FILE : new URL("network-thread.ts", root);
  const machine = new Worker(file, {
    workerData: { forbiddenPort, lookupMs: LOOKUP_MS } satisfies NetworkThreadData,
    execArgv: nodeArguments(file),
  });
  const { origin, names } = await new Promise<NetworkAddresses>((resolve, reject) => {
    machine.once("message", resolve).once("error", reject);
  });
  const thread = createFetchThread({
    guard: { allowedOrigins: [origin], nameServers: [names], lookupTimeoutMs: LOOKUP_MS },
  });
  return {
    fetch: thread.fetch,
    origin,
    async [Symbol.asyncDispose]() {
      await thread.close();
      await machine.terminate();
    },
  };
}
