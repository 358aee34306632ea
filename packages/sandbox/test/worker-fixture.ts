import { NOTHING_USED } from "../src/machine/calls/call-budget.ts";
import type { ToWorker } from "../src/protocol/protocol.ts";
import type { WorkerEnd, WorkerThread } from "../src/main/threads/task.ts";
import { startWorker } from "../src/main/threads/worker-thread.ts";

const report = {
  requests: [],
  logs: [],
  used: NOTHING_USED,
  startedAt: 1,
  ranMs: 1,
  sliceCpuMs: 1,
};

/** What a worker tells of a handler that has returned nothing. */
export const DONE = { ...report, state: "done", json: "" } as const;

/** What is known of a slice before it runs. */
export const PREDICTION = { plugin: {}, expectedMs: 1 } as const;

/** What a handler gets of a text message, as JSON. */
export const PLAIN_SNAPSHOT = {
  context: {
    msg: { text: "" },
    config: {},
    botDbId: 1,
    userId: 1,
    messageId: 1,
    quotedMessage: null,
  },
  platform: "telegram",
  variant: "multi",
  media: false,
};

/** Starts a worker that runs one of the fixtures instead of an engine, or the real one with its module. */
export async function startFixture(
  file: URL,
  engine?: WebAssembly.Module,
): Promise<{ thread: WorkerThread; ended: Promise<WorkerEnd> }> {
  const ended = Promise.withResolvers<WorkerEnd>();
  const events = {
    onSlow: () => false,
    onIdle: () => {},
    onPosted: () => {},
    onFree: () => {},
    onEnd: (_thread: unknown, end: WorkerEnd) => ended.resolve(end),
  };
  const wasmModule =
    engine ?? (await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
  const thread = startWorker({ wasmModule, memoryBytes: 2 ** 24 }, events, file);
  await thread.ready;
  return { thread, ended: ended.promise };
}

/** The first slice of a call; the fixtures take what they are to do from its snapshot. */
export function callMessage(task: number, snapshot: unknown): Extract<ToWorker, { type: "call" }> {
  const input = {
    snapshot: JSON.stringify(snapshot),
    start: { now: 0, seed: 1, key: "" },
    media: undefined,
    limits: {
      cpuMs: 1000,
      memoryBytes: 2 ** 24,
      hostCalls: 1,
      openHostCalls: 1,
      timers: 1,
      jobs: 1,
      consoleBytes: 1,
      transferBytes: 1,
      transferValues: 1,
      imageBytes: 1,
    },
  };
  return { type: "call", task, plugin: 1, input };
}
