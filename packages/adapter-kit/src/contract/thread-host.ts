import { Worker } from "node:worker_threads";
import type { AdapterState, MessageSink, PlatformAdapter } from "@botwright/core";
import { openRpc } from "./rpc.ts";
import type { Stage } from "./stage.ts";
import { type HostMethods, type ThreadData, type ThreadMethods, toPacket } from "./thread-words.ts";

/** An adapter in a thread of its own. */
export interface AdapterThread extends Pick<PlatformAdapter, "handleRequest">, AsyncDisposable {
  start(): Promise<void>;
}

/** Source files need to be told that they import sources. */
const isSource = import.meta.url.endsWith(".ts");
const ENTRY = new URL(isSource ? "./thread.ts" : "./contract/thread.js", import.meta.url);

/**
 * Starts a thread with an adapter of the stage, whose state and sink are on this side. It is killed
 * at the end of the block.
 */
export async function startThread(
  { setup, options, factory }: Stage,
  { state, sink }: { readonly state: AdapterState; readonly sink: MessageSink },
): Promise<AdapterThread> {
  if (setup.module === undefined) throw new Error("the setup has no module");
  const workerData: ThreadData = {
    module: setup.module.href,
    factory,
    options,
    speed: setup.speed ?? 20,
  };
  const worker = new Worker(ENTRY, {
    workerData,
    ...(isSource && { execArgv: ["--conditions=@botwright/source", "--no-warnings"] }),
  });
  const dead = Promise.withResolvers<never>();
  worker.on("error", dead.reject);
  worker.on("exit", () => dead.reject(new Error("the adapter's thread has ended")));
  dead.promise.catch(() => {});
  const call = openRpc<HostMethods, ThreadMethods>(worker, {
    sink: async (incoming) => void (await sink(incoming)),
    get: (key) => state.get(key),
    set: (key, value, more) => state.set(key, value, more),
    delete: (key) => state.delete(key),
  });
  return {
    start: () => Promise.race([call("start"), dead.promise]),
    async handleRequest(request) {
      const { method, url, headers } = request;
      const packet = await toPacket(headers, request);
      const answer = await Promise.race([call("handle", method, url, packet), dead.promise]);
      return new Response(answer.body.byteLength === 0 ? null : answer.body, {
        status: answer.status,
        headers: answer.headers.map(([name, value]) => [name, value]),
      });
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
