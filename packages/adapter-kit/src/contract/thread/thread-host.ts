import { Worker } from "node:worker_threads";
import type { AdapterState, MessageSink, PlatformAdapter } from "@botwright/core";
import { openRpc } from "./rpc.ts";
import type { ContractContext } from "../context.ts";
import {
  bodyOf,
  type HostResponse,
  type HostRequest,
  serialize,
  type ThreadResponse,
  type ThreadRequest,
  type ThreadData,
} from "./rpc-messages.ts";

/** An adapter that runs in a worker thread. */
export interface AdapterThread extends Pick<PlatformAdapter, "handleRequest">, AsyncDisposable {
  start(): Promise<void>;
}

/** When this package runs from its sources, the worker must also resolve `@botwright/*` to sources. */
const isSource = import.meta.url.endsWith(".ts");
const ENTRY = new URL(isSource ? "./thread.ts" : "./contract/thread.js", import.meta.url);

/**
 * Starts a worker thread with an adapter of the context. State and sink stay in this thread; disposal
 * terminates the worker.
 */
export async function startThread(
  { setup, options, factory }: ContractContext,
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
  const ask = openRpc<ThreadRequest, ThreadResponse, HostRequest, HostResponse>(
    worker,
    async (asked) => {
      if (asked.what === "get") return state.get(asked.key);
      if (asked.what === "sink") await sink(asked.incoming);
      else if (asked.what === "setIfAbsent") {
        return state.setIfAbsent(asked.key, asked.value, asked.options);
      } else if (asked.what === "set") await state.set(asked.key, asked.value, asked.options);
      else await state.delete(asked.key);
      return undefined;
    },
  );
  return {
    async start() {
      await Promise.race([ask({ what: "start" }), dead.promise]);
    },
    async handleRequest(request) {
      const { method, url } = request;
      const asked = ask({ what: "handle", method, url, ...(await serialize(request)) });
      const answer = await Promise.race([asked, dead.promise]);
      if (answer === undefined) throw new Error("the adapter takes no callbacks");
      const { status, headers } = answer;
      return new Response(bodyOf(answer), { status, headers });
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
