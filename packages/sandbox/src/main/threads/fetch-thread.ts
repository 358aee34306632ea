import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { GuardedFetchError } from "@botwright/guarded-fetch";
import type { SandboxFetch, SandboxFetchInit } from "../call/fetch.ts";
import { toFetchError, toFetchResponse } from "./fetch-answer.ts";
import {
  type FetchGuardOptions,
  type FetchWorkerData,
  type FromFetchThread,
  parseFromFetchThread,
  type ToFetchThread,
} from "../../protocol/fetch-protocol.ts";
import { FETCH_WORKER_FILE, nodeArguments } from "./thread-files.ts";

/** Heap of the thread in MiB; bodies are outside of it, see {@link FetchWorkerData.maxHeldBytes}. */
const RESOURCE_LIMITS = {
  maxOldGenerationSizeMb: 128,
  maxYoungGenerationSizeMb: 16,
  stackSizeMb: 4,
};

/** Bytes of bodies in transit; beyond this bound the largest fetch ends. */
const MAX_HELD_BYTES = 256 * 1024 ** 2;

/** Milliseconds within which the thread must have started. */
const START_MS = 10_000;
/** Milliseconds to wait for a starting thread before it is terminated. */
const STOP_MS = 2000;
const UNHELD = { ref: false };

/** Why a thread was terminated. */
export type FetchThreadEnd = "crashed" | "hung" | "broken-message";

/** Options of {@link createFetchThread}. */
export interface FetchThreadOptions {
  readonly guard: FetchGuardOptions;
  /** Called when the thread ends without being closed. */
  readonly onLost?: (reason: FetchThreadEnd) => void;
  /** Milliseconds between pings while fetches are open. @default 1000 */
  readonly pingMs?: number;
  /** Milliseconds without an answer to a ping after which the thread is replaced. @default 2000 */
  readonly hungMs?: number;
  /** Bytes of bodies in transit. @default 256 MiB */
  readonly maxHeldBytes?: number;
  /** The thread's file; tests pass others. */
  readonly file?: URL;
}

/** Runs fetches in a separate thread. */
export interface FetchThread {
  readonly fetch: SandboxFetch;
  /** Terminates the thread; pending fetches reject with `FETCH_CLOSED`. */
  close(): Promise<void>;
}

/** A pending fetch. */
interface OpenFetch {
  readonly onWaiting: SandboxFetchInit["onWaiting"];
  resolve(response: Response): void;
  reject(reason: unknown): void;
}

/** One thread, from start to end. */
interface RunningThread {
  fetch(url: string, init: SandboxFetchInit): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Creates a guarded fetch that runs in a separate thread. The first fetch starts the thread; a crash or
 * hang replaces it; and it keeps the process alive only while a fetch is pending.
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

/**
 * Starts one thread. The main thread watches it by pings, but only while fetches are open: an idle thread delays
 * nothing when it hangs.
 */
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
    // No secrets of the host: this thread parses answers from untrusted servers.
    env: {},
  });
  worker.unref();
  const open = new Map<number, OpenFetch>();
  const ready = Promise.withResolvers<void>();
  let lastId = 0;
  let isEnded = false;
  /** Since when an answer is expected (first `ready`, then `pong`), and within how many milliseconds. */
  let waiting: { since: number; forMs: number } | undefined = {
    since: performance.now(),
    forMs: START_MS,
  };
  const watch = setInterval(check, pingMs).unref();

  /** Detects a thread that no longer answers. */
  function check(): void {
    if (open.size === 0) return;
    if (waiting === undefined) {
      waiting = { since: performance.now(), forMs: hungMs };
      post({ type: "ping" });
    } else if (performance.now() - waiting.since > waiting.forMs) {
      const since = waiting;
      // The answer may be queued behind this callback, because the main thread was busy: read it first.
      setImmediate(() => {
        if (waiting === since) lose("hung");
      });
    }
  }

  worker.on("message", (message: unknown) => {
    try {
      receive(parseFromFetchThread(message));
    } catch {
      // The thread processes untrusted input: an invalid message must not crash this process.
      lose("broken-message");
    }
  });
  worker.on("messageerror", () => lose("broken-message"));
  worker.on("error", () => lose("crashed"));
  worker.on("exit", () => lose("crashed"));

  /** Handles a validated message. Only `ready` and `pong` prove that the thread answers: they reset the watch. */
  function receive(message: FromFetchThread): void {
    if (message.type === "ready") ready.resolve();
    if (message.type === "ready" || message.type === "pong") {
      waiting = undefined;
      return;
    }
    const fetching = open.get(message.id);
    if (message.type === "waiting") {
      fetching?.onWaiting?.(message.isWaiting);
      return;
    }
    if (message.type === "error") fetching?.reject(toFetchError(message));
    else fetching?.resolve(toFetchResponse(message));
  }

  /** Terminates the thread: its fetches fail, and the next fetch starts another one. */
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
    async fetch(url, { signal, onWaiting, ...init }) {
      lastId++;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      // Rejects immediately; the thread's own answer to the aborted fetch is ignored.
      const abort = (): void => {
        post({ type: "abort", id });
        reject(signal.reason);
      };
      open.set(id, { resolve, reject, onWaiting });
      worker.ref();
      signal.addEventListener("abort", abort);
      try {
        // The body is already a copy made for this fetch.
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
      // Node may crash when a thread is terminated while it loads its modules.
      await Promise.race([ready.promise, sleep(STOP_MS, undefined, UNHELD)]);
      await worker.terminate();
    },
  };
}

function closedError(): GuardedFetchError {
  return new GuardedFetchError("FETCH_CLOSED", "the sandbox is closed: create another one");
}
