import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { GuardedFetchError, type GuardedFetchOptions } from "@botwright/guarded-fetch";
import type { SandboxFetch, SandboxFetchInit } from "../call/fetch.ts";
import { toFetchError, toFetchResponse } from "./fetch-answer.ts";
import {
  type FromFetchThread,
  parseFromFetchThread,
  type ToFetchThread,
} from "../../protocol/fetch-protocol.ts";
import { FETCH_WORKER_FILE, nodeArguments } from "./thread-files.ts";

/** Heap of the thread in MiB; bodies lie beside it, see {@link FetchWorkerData.maxHeldBytes}. */
const RESOURCE_LIMITS = {
  maxOldGenerationSizeMb: 128,
  maxYoungGenerationSizeMb: 16,
  stackSizeMb: 4,
};

/** Bytes of bodies that are under way; beyond it the largest one ends. */
const MAX_HELD_BYTES = 256 * 1024 ** 2;

/** Milliseconds that the thread is given to start. */
const START_MS = 10_000;
/** Milliseconds that a starting thread is given before it is ended all the same. */
const STOP_MS = 2000;
const UNHELD = { ref: false };

/** What the thread is started with. */
export interface FetchWorkerData {
  readonly guard: FetchGuardOptions;
  readonly maxHeldBytes: number;
}

/** Options of the guarded fetch that can cross to a thread. */
type FetchGuardOptions = Omit<GuardedFetchOptions, "lookup">;

/** Why a thread was given up. */
export type FetchThreadEnd = "crashed" | "hung" | "broken-message";

/** Options of {@link createFetchThread}. */
export interface FetchThreadOptions {
  readonly guard: FetchGuardOptions;
  /** Told when a thread ends that was not closed. */
  readonly onLost?: (reason: FetchThreadEnd) => void;
  /** Milliseconds from ping to ping, while fetches are open. @default 1000 */
  readonly pingMs?: number;
  /** Milliseconds without an answer to a ping after which the thread is replaced. @default 2000 */
  readonly hungMs?: number;
  /** Bytes of bodies that are under way. @default 256 MiB */
  readonly maxHeldBytes?: number;
  /** What runs in the thread; tests have others. */
  readonly file?: URL;
}

/** Fetches beside the main thread. */
export interface FetchThread {
  readonly fetch: SandboxFetch;
  /** Ends the thread, and what is under way with `FETCH_CLOSED`. */
  close(): Promise<void>;
}

/** A fetch that waits for its answer. */
interface OpenFetch {
  resolve(response: Response): void;
  reject(reason: unknown): void;
}

/** One thread, from its start to its end. */
interface RunningThread {
  fetch(url: string, init: SandboxFetchInit): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Makes a guarded fetch that runs in a thread of its own: started by the first fetch, replaced when
 * it crashes or hangs, and holding no process while nothing is fetched.
 */
export function createFetchThread(options: FetchThreadOptions): FetchThread {
  let current: RunningThread | undefined;
  let isClosed = false;
  const start = (): RunningThread => {
    const thread = startThread(options, (reason) => {
      if (current === thread) current = undefined;
      options.onLost?.(reason);
    });
    return thread;
  };
  return {
    async fetch(url, init) {
      if (isClosed) throw closedError();
      init.signal.throwIfAborted();
      current ??= start();
      return await current.fetch(url, init);
    },
    async close() {
      isClosed = true;
      await current?.close();
    },
  };
}

function startThread(
  options: FetchThreadOptions,
  onLost: (reason: FetchThreadEnd) => void,
): RunningThread {
  const { guard, pingMs = 1000, hungMs = 2000, maxHeldBytes = MAX_HELD_BYTES } = options;
  const { file = FETCH_WORKER_FILE } = options;
  const worker = new Worker(file, {
    workerData: { guard, maxHeldBytes } satisfies FetchWorkerData,
    resourceLimits: RESOURCE_LIMITS,
    execArgv: nodeArguments(file),
    // Nothing of the host's secrets lies where strangers' answers are parsed.
    env: {},
  });
  worker.unref();
  const open = new Map<number, OpenFetch>();
  const ready = Promise.withResolvers<void>();
  let lastId = 0;
  let isEnded = false;
  /** Since when, and how long, an answer is waited for: first that it has started, then to pings. */
  let waiting: { since: number; forMs: number } | undefined = {
    since: performance.now(),
    forMs: START_MS,
  };
  const watch = setInterval(look, pingMs).unref();

  /** Notices a thread that is busy with one thing only. */
  function look(): void {
    if (open.size === 0) return;
    if (waiting === undefined) {
      waiting = { since: performance.now(), forMs: hungMs };
      post({ type: "ping" });
    } else if (performance.now() - waiting.since > waiting.forMs) {
      const since = waiting;
      // Its answer may have come while this thread itself was busy: it is read before this runs.
      setImmediate(() => {
        if (waiting === since) lose("hung");
      });
    }
  }

  worker.on("message", (message: unknown) => {
    try {
      receive(parseFromFetchThread(message));
    } catch {
      // What a thread sends that strangers have worked on must not end this process.
      lose("broken-message");
    }
  });
  worker.on("messageerror", () => lose("broken-message"));
  worker.on("error", () => lose("crashed"));
  worker.on("exit", () => lose("crashed"));

  function receive(message: FromFetchThread): void {
    if (message.type === "ready") ready.resolve();
    if (message.type === "ready" || message.type === "pong") {
      waiting = undefined;
      return;
    }
    const fetching = open.get(message.id);
    if (message.type === "error") fetching?.reject(toFetchError(message));
    else fetching?.resolve(toFetchResponse(message));
  }

  function lose(reason: FetchThreadEnd): void {
    if (isEnded) return;
    const message = "the thread that fetches has ended: try again";
    end(new GuardedFetchError("FETCH_NETWORK", message));
    void worker.terminate();
    onLost(reason);
  }

  function end(reason: Error): void {
    isEnded = true;
    clearInterval(watch);
    ready.resolve();
    for (const fetching of open.values()) fetching.reject(reason);
  }

  function post(message: ToFetchThread, transfer: ArrayBuffer[] = []): void {
    worker.postMessage(message, transfer);
  }

  return {
    async fetch(url, { signal, ...init }) {
      lastId++;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const abort = (): void => {
        post({ type: "abort", id });
        reject(signal.reason);
      };
      open.set(id, { resolve, reject });
      worker.ref();
      signal.addEventListener("abort", abort);
      try {
        // The body is a copy of the plugin's, made for this fetch.
        post({ type: "fetch", id, url, init }, init.body === undefined ? [] : [init.body.buffer]);
        return await promise;
      } finally {
        signal.removeEventListener("abort", abort);
        open.delete(id);
        if (open.size === 0) worker.unref();
      }
    },
    async close() {
      end(closedError());
      // Node is not at its best when a thread is ended while it still loads its modules.
      await Promise.race([ready.promise, sleep(STOP_MS, undefined, UNHELD)]);
      await worker.terminate();
    },
  };
}

function closedError(): GuardedFetchError {
  return new GuardedFetchError("FETCH_CLOSED", "the sandbox is closed: create another one");
}
