import { Worker } from "node:worker_threads";
import { PluginError } from "@botwright/core";
import { CLOSED, type SandboxErrorCode } from "../../protocol/errors.ts";
import type { FormatData, Formatted } from "../../protocol/format-protocol.ts";
import { FairQueue, type VirtualTime } from "../fairness/fair-queue.ts";
import type { YieldingThread } from "./core-sharing.ts";
import { FORMAT_WORKER_FILE, nodeArguments } from "./thread-files.ts";
import type { UsageAccount } from "../fairness/usage-account.ts";

const RESOURCE_LIMITS = {
  maxOldGenerationSizeMb: 64,
  maxYoungGenerationSizeMb: 8,
  stackSizeMb: 4,
};

/** Most milliseconds for one text, even on a busy machine: the size of a text is bounded, and so is the work. */
const MAX_MS = 30_000;

/** Formats long replies outside of the main thread. */
export interface FormatThread extends YieldingThread {
  /**
   * Converts Markdown to plain text when the account's turn comes.
   *
   * @param isWanted returns whether the call is still running; asked when the turn comes
   * @throws {PluginError} `SANDBOX_WORKER_LOST`, `SANDBOX_CLOSED`
   */
  format(account: UsageAccount, text: string, isWanted: () => boolean): Promise<string>;
  /** Terminates the thread; waiting texts reject with `SANDBOX_CLOSED`. */
  close(): Promise<void>;
}

/** Options of {@link createFormatThread}. */
interface FormatThreadOptions {
  /** The script of the thread; tests pass others. */
  readonly file?: URL;
  /**
   * The virtual time of the pool. An account has one `virtualMs` for all its work, so this queue must compare it with
   * the same clock: with a second one, a plugin's usage could advance the virtual time of other plugins.
   * @default its own
   */
  readonly time?: VirtualTime;
}

/** A text that waits for its turn or is being formatted. */
interface FormatJob {
  readonly account: UsageAccount;
  readonly text: string;
  readonly isWanted: () => boolean;
  resolve(text: string): void;
  reject(reason: unknown): void;
}

/**
 * Creates the thread. The first long text starts it, a crash replaces it, and it keeps the process alive
 * only while it formats. It holds one text at a time; accounts share it fairly.
 */
export function createFormatThread({
  file = FORMAT_WORKER_FILE,
  time,
}: FormatThreadOptions = {}): FormatThread {
  const queue = new FairQueue<FormatJob>(time);
  let current: FormatJob | undefined;
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const yieldWord = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const word = new Int32Array(yieldWord);

  /** Starts a thread. Its events are ignored once another one has replaced it. */
  function start(): Worker {
    const worker = new Worker(file, {
      workerData: { yieldWord } satisfies FormatData,
      resourceLimits: RESOURCE_LIMITS,
      execArgv: nodeArguments(file),
      env: {},
    });
    worker.on("message", (message: unknown) => {
      if (worker !== thread) return;
      if (isFormatted(message)) settle(message);
      else lose();
    });
    for (const event of ["messageerror", "error", "exit"]) {
      worker.on(event, () => {
        if (worker === thread) lose();
      });
    }
    return worker;
  }

  function settle({ text, ms }: Formatted): void {
    const job = current;
    end();
    job?.account.chargeTurn(ms);
    job?.resolve(text);
    next();
  }

  /** Terminates the thread. Only the text in it fails; the next text starts another thread. */
  function lose(): void {
    const job = current;
    end();
    void thread?.terminate();
    thread = undefined;
    job?.reject(failure("SANDBOX_WORKER_LOST", "the thread that formats has ended: try again"));
    next();
  }

  function end(): void {
    clearTimeout(timer);
    current = undefined;
  }

  /** Passes the next wanted text to the thread; without one, the thread no longer keeps the process alive. */
  function next(): void {
    while (current === undefined) {
      const job = queue.shift();
      if (job === undefined) {
        thread?.unref();
        return;
      }
      // The call of a queued text may have ended while it waited.
      if (job.isWanted()) give(job);
      else job.reject(failure("ABORTED", "the call has ended"));
    }
  }

  function give(job: FormatJob): void {
    current = job;
    // The value that was set during the last text may be out of date; the next posted slice sets it again.
    Atomics.store(word, 0, 0);
    timer = setTimeout(lose, MAX_MS).unref();
    thread ??= start();
    thread.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(job.text);
  }

  return {
    get inFlight() {
      return current === undefined ? 0 : 1;
    },
    yieldCore(isWanted) {
      Atomics.store(word, 0, isWanted ? 1 : 0);
    },
    format(account, text, isWanted) {
      if (isClosed) return Promise.reject(closed());
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      queue.push({ account, text, isWanted, resolve, reject });
      next();
      return promise;
    },
    async close() {
      isClosed = true;
      const orders = [...queue.clear(), ...(current === undefined ? [] : [current])];
      end();
      for (const job of orders) job.reject(closed());
      const ending = thread?.terminate();
      thread = undefined;
      await ending;
    },
  };
}

/** Validates a message: the thread processes untrusted text. */
function isFormatted(message: unknown): message is Formatted {
  if (typeof message !== "object" || message === null) return false;
  if (!("text" in message) || !("ms" in message)) return false;
  const { text, ms } = message;
  return typeof text === "string" && typeof ms === "number" && ms >= 0;
}

const closed = (): PluginError => failure(CLOSED.code, CLOSED.message);

function failure(code: SandboxErrorCode, message: string): PluginError {
  return new PluginError(message, { code });
}
