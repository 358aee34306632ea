import vm from "node:vm";
import { Worker } from "node:worker_threads";
import { loadQuickJs } from "@sebastianwessel/quickjs";
import { RELEASE_SYNC } from "../../packages/sandbox/src/machine/quickjs.ts";
import { benchContext, handlerBody } from "./sandbox-plugins.ts";

/** Another way of running a plugin: calls its handler once. */
export interface Rival {
  readonly name: string;
  /** Calls per number of host calls; the slow ones are measured with fewer. */
  readonly rounds: number;
  /** Whether it keeps strangers' code in. */
  readonly isBoundary: boolean;
  call(): Promise<unknown>;
  close(): Promise<void>;
}

/** The runners, each created and measured separately: what one leaves running would warm up the others. */
export const RIVALS: readonly ((hostCalls: number) => Promise<Rival>)[] = [
  createNodeVm,
  createWorkerPerPlugin,
  createQuickJsPackage,
  createIsolatedVm,
];

async function createNodeVm(hostCalls: number): Promise<Rival> {
  const context = vm.createContext({});
  const handler = vm.runInContext(
    `(async function handler({ msg, storage }) { ${handlerBody(hostCalls)} })`,
    context,
  );
  return {
    name: "node:vm (not a boundary)",
    isBoundary: false,
    rounds: 2000,
    call: () => handler(benchContext()),
    close: async () => {},
  };
}

/** As its manual shows it: one isolate that is used again and again, host calls by a reference. */
async function createIsolatedVm(hostCalls: number): Promise<Rival> {
  // Not before it is its turn: the module changes how the process waits for threads.
  const { default: ivm } = await import("isolated-vm");
  const isolate = new ivm.Isolate({ memoryLimit: 128 });
  const context = await isolate.createContext();
  const get = new ivm.Reference(async () => "value");
  await context.global.set("get", get);
  const handler = await context.eval(
    `const storage = { get: (key) => get.apply(undefined, [key], { result: { promise: true } }) };
    (async function handler({ msg }) { ${handlerBody(hostCalls)} });`,
    { reference: true },
  );
  const { msg } = benchContext();
  return {
    name: "isolated-vm 7.0.1, one isolate reused",
    isBoundary: true,
    rounds: 2000,
    call: () =>
      handler.apply(undefined, [{ msg }], {
        arguments: { copy: true },
        result: { promise: true, copy: true },
        timeout: 1000,
      }),
    async close() {
      handler.release();
      isolate.dispose();
    },
  };
}

const WORKER_SOURCE = (body: string): string => `
  const { parentPort } = require("node:worker_threads");
  const waiting = new Map();
  let last = 0;
  const storage = { get: (key) => new Promise((resolve) => {
    waiting.set(++last, resolve);
    parentPort.postMessage({ ask: last, key });
  }) };
  async function handler({ msg }) { ${body} }
  parentPort.on("message", async (message) => {
    if (message.answer !== undefined) return waiting.get(message.answer)(message.value);
    parentPort.postMessage({ result: await handler(message) });
  });`;

/** The message of a worker: a question, or the result. */
interface FromWorker {
  ask?: number;
  result?: unknown;
}

async function createWorkerPerPlugin(hostCalls: number): Promise<Rival> {
  const worker = new Worker(WORKER_SOURCE(handlerBody(hostCalls)), { eval: true });
  const { msg } = benchContext();
  let finish: ((result: unknown) => void) | undefined;
  worker.on("message", ({ ask, result }: FromWorker) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (ask !== undefined) worker.postMessage({ answer: ask, value: "value" });
    else finish?.(result);
  });
  return {
    name: "one worker per plugin",
    // It has all of Node; but this is how many run plugins.
    isBoundary: true,
    rounds: 2000,
    call: () =>
      new Promise((resolve) => {
        finish = resolve;
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
        worker.postMessage({ msg });
      }),
    async close() {
      await worker.terminate();
    },
  };
}

async function createQuickJsPackage(hostCalls: number): Promise<Rival> {
  // The same engine for both.
  const { runSandboxed } = await loadQuickJs(RELEASE_SYNC);
  const code = `const { msg } = env; const storage = { get: (key) => env.get(key) };
    const handler = async () => { ${handlerBody(hostCalls)} };
    export default await handler();`;
  const { msg } = benchContext();
  const env = { msg, get: async () => "value" };
  return {
    name: "@sebastianwessel/quickjs 3.1.0, fresh per call",
    isBoundary: true,
    rounds: 60,
    async call() {
      const result = await runSandboxed(({ evalCode }) => evalCode(code), { env });
      if (!result.ok) throw new Error(result.error.message);
      return result.data;
    },
    close: async () => {},
  };
}
