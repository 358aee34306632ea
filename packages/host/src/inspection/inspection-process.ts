import { type ChildProcess, fork } from "node:child_process";
import { BotwrightError } from "@botwright/core";
import type { Inspection } from "@botwright/inspect";
import { cpuMsOf, watchCpuTime } from "./cpu-time.ts";
import { INSPECTION_FILE } from "./inspection-file.ts";
import { BEGUN, type InspectionMessage } from "./inspection-messages.ts";

/** A process that inspects files. */
export interface InspectionProcess extends AsyncDisposable {
  /**
   * Inspects a file, while no other one is inspected.
   *
   * @returns `undefined`: the file took more time or memory than any may
   * @throws {BotwrightError} `INSPECTION_LOST`: the process has ended for another reason
   */
  readonly inspect: (source: string) => Promise<Inspection | undefined>;
}

/** Options of {@link createInspectionProcess}. */
export interface InspectionProcessOptions {
  /** MiB of values that outlive a moment; a process that needs more ends. @default 512 */
  readonly maxMemoryMb?: number;
  /** Milliseconds of the processor for one file. @default 10_000 */
  readonly maxCpuMs?: number;
  /** Milliseconds without a file after which the process ends. @default 30_000 */
  readonly idleMs?: number;
}

/** Several times as much as the worst files need. */
const MAX_CPU_MS = 10_000;

/** Milliseconds that pass: on a busy machine, a file waits for the processor. */
const MAX_WALL_MS = 60_000;

/** The worst files need less than half. */
const MAX_MEMORY_MB = 512;

/** Signals by which a process ends itself; V8 does so when its memory is used up. */
const CRASHES: ReadonlySet<unknown> = new Set([
  "SIGABRT",
  "SIGBUS",
  "SIGILL",
  "SIGSEGV",
  "SIGTRAP",
]);

/** A file that is inspected. */
interface Task extends Pick<PromiseWithResolvers<Inspection | undefined>, "resolve" | "reject"> {
  /** Ends the process when the file takes too much; there is one as soon as the inspection has begun. */
  watch?: Disposable;
  /** The process was ended for what the file took. */
  tookTooLong?: boolean;
}

/**
 * Inspects files outside of the main thread, which strangers could keep from its bots otherwise: the worst file
 * takes seconds. The process starts with the first file, and again when it was lost or has
 * ended because it was idle; it keeps the host alive only while it works.
 *
 * A process of its own and no thread: V8 ends the whole process when the memory of one of its threads is used up
 * faster than the thread can be stopped.
 */
export function createInspectionProcess(options: InspectionProcessOptions = {}): InspectionProcess {
  const { maxMemoryMb = MAX_MEMORY_MB, maxCpuMs = MAX_CPU_MS, idleMs = 30_000 } = options;
  let child: ChildProcess | undefined;
  let task: Task | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  async function inspect(source: string): Promise<Inspection | undefined> {
    clearTimeout(idleTimer);
    const current = (child ??= start());
    const { promise, resolve, reject } = Promise.withResolvers<Inspection | undefined>();
    const own: Task = { resolve, reject };
    task = own;
    const timer = setTimeout(() => {
      // A busy machine may be the cause, where the time of the processor says nothing else.
      own.tookTooLong = own.watch !== undefined && cpuMsOf(current.pid) === undefined;
      current.kill("SIGKILL");
    }, MAX_WALL_MS);
    current.ref();
    current.channel?.ref();
    // An error here is followed by the end of the process.
    current.send(source, () => {});
    try {
      return await promise;
    } finally {
      task = undefined;
      own.watch?.[Symbol.dispose]();
      clearTimeout(timer);
      current.unref();
      current.channel?.unref();
      idleTimer = setTimeout(endIdle, idleMs).unref();
    }
  }

  function start(): ChildProcess {
    const isSource = INSPECTION_FILE.pathname.endsWith(".ts");
    const execArgv = [
      `--max-old-space-size=${maxMemoryMb}`,
      ...(isSource ? ["--conditions=@botwright/source"] : []),
    ];
    const started = fork(INSPECTION_FILE, {
      execArgv,
      env: {},
      stdio: "ignore",
      serialization: "advanced",
    });
    started.on("message", (message: InspectionMessage) => {
      // What a process said before its end may arrive after it, when another file is inspected.
      if (child !== started || task === undefined) return;
      if (message === BEGUN) watch(started, task);
      else task.resolve(message);
    });
    const end = (cause: unknown): void => {
      // Another process may be at work already.
      if (child !== started) return;
      child = undefined;
      const isOfFile = task?.tookTooLong ?? (task?.watch !== undefined && CRASHES.has(cause));
      if (isOfFile) task?.resolve(undefined);
      else task?.reject(lost(cause));
    };
    started.on("error", end);
    started.on("exit", (code, signal) => end(signal ?? code));
    return started;
  }

  function watch(started: ChildProcess, own: Task): void {
    own.watch = watchCpuTime(started.pid, maxCpuMs, () => {
      own.tookTooLong = true;
      started.kill("SIGKILL");
    });
  }

  /** A file that comes from here on starts another process. */
  function endIdle(): void {
    child?.kill("SIGKILL");
    child = undefined;
  }

  return {
    inspect,
    async [Symbol.asyncDispose]() {
      clearTimeout(idleTimer);
      const last = child;
      if (last === undefined) return;
      const ended = new Promise((resolve) => last.once("exit", resolve).once("error", resolve));
      last.kill("SIGKILL");
      await ended;
    },
  };
}

function lost(cause?: unknown): BotwrightError {
  return new BotwrightError("the process that inspects files has ended: try again", {
    code: "INSPECTION_LOST",
    cause,
  });
}
