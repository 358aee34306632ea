import { type ChildProcess, fork } from "node:child_process";
import { BotwrightError } from "@botwright/core";
import type { Inspection } from "@botwright/inspect";
import { cpuMsOf, watchCpuTime } from "./cpu-time.ts";
import { INSPECTION_FILE } from "./inspection-file.ts";
import { BEGUN, type InspectionMessage } from "./inspection-messages.ts";

/** A process that inspects files. */
export interface InspectionProcess extends AsyncDisposable {
  /**
   * Inspects a file. The caller must not call it again before it has resolved.
   *
   * @returns `undefined` if the inspection exceeded the limits of time or memory
   * @throws {BotwrightError} `INSPECTION_LOST`: the process has ended for another reason
   */
  readonly inspect: (source: string) => Promise<Inspection | undefined>;
}

/** Options of {@link createInspectionProcess}. */
export interface InspectionProcessOptions {
  /** The most MiB of V8's old generation; a process that needs more crashes. @default 512 */
  readonly maxMemoryMb?: number;
  /** The most milliseconds of CPU time for one file. @default 10_000 */
  readonly maxCpuMs?: number;
  /** Milliseconds without a file after which the process ends. @default 30_000 */
  readonly idleMs?: number;
}

/** Several times as much CPU time as the worst known files need. */
const MAX_CPU_MS = 10_000;

/**
 * The most milliseconds of wall-clock time for one file; longer, because on a busy machine the process waits for a
 * CPU.
 */
const MAX_WALL_MS = 60_000;

/** The worst known files need less than half of it. */
const MAX_MEMORY_MB = 512;

/** The signals of a process that crashes; V8 aborts its process when the memory is used up. */
const CRASHES: ReadonlySet<unknown> = new Set([
  "SIGABRT",
  "SIGBUS",
  "SIGILL",
  "SIGSEGV",
  "SIGTRAP",
]);

/** The inspection that is in progress. */
interface Task extends Pick<PromiseWithResolvers<Inspection | undefined>, "resolve" | "reject"> {
  /** Kills the process when the file takes too much CPU time; set when the process has sent {@link BEGUN}. */
  watch?: Disposable;
  /** Whether the process was killed because the file took too long. */
  tookTooLong?: boolean;
}

/**
 * Inspects files in a child process, because the inspection of the worst files takes seconds, in which the main thread
 * could not run bots. The process starts with the first file, and again after it was lost or has ended because it was
 * idle. It keeps the host's process alive only while it inspects a file.
 *
 * It is a process and not a worker thread, because V8 ends the whole process when a thread uses up its memory faster
 * than the thread can be stopped.
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
      // The file is the cause only if the CPU time cannot be read. Otherwise `watch` would have killed the process
      // before, so the cause is a busy machine.
      own.tookTooLong = own.watch !== undefined && cpuMsOf(current.pid) === undefined;
      current.kill("SIGKILL");
    }, MAX_WALL_MS);
    current.ref();
    current.channel?.ref();
    // An error of `send` is ignored, because the process then ends, and `end` below rejects the task.
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
      // A message of an earlier process may arrive after its end, while another file is inspected.
      if (child !== started || task === undefined) return;
      if (message === BEGUN) watch(started, task);
      else task.resolve(message);
    });
    const end = (cause: unknown): void => {
      // A later process may already run.
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

  /** Kills the idle process; the next file starts another one. */
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
