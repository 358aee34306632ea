import vm from "node:vm";
import { Worker } from "node:worker_threads";
import { loadQuickJs } from "@sebastianwessel/quickjs";
import { RELEASE_SYNC } from "../../packages/sandbox/src/machine/quickjs.ts";
import { benchContext, handlerBody } from "./sandbox-plugins.ts";

/** Another way to run a plugin. */
export interface Rival {
  readonly name: string;
  /** The measured calls for each number of host calls; fewer for slow runners. */
  readonly rounds: number;
  /** Whether it isolates untrusted code. */
  readonly isBoundary: boolean;
  call(): Promise<unknown>;
  close(): Promise<void>;
}

/** Creates the runners. Each is measured alone, because what another one leaves running could warm it up. */
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

/** As in the manual of isolated-vm: one isolate for all calls, and host calls by a reference. */
async function createIsolatedVm(hostCalls: number): Promise<Rival> {
  // Imported only now, because the module changes how the process waits for threads.
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

/** A message of a worker: a host call, or the result. */
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
    // It is compared as a boundary because many run plugins so, although a worker can use all of Node.
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
  // The same build of QuickJS as Botwright uses.
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
