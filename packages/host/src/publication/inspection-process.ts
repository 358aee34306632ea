import { type ChildProcess, fork } from "node:child_process";
import { BotwrightError, createKeyedQueue } from "@botwright/core";
import type { Inspection } from "@botwright/inspect";
import { INSPECTION_FILE } from "./inspection-file.ts";

/** A process that inspects files. */
export interface InspectionProcess extends AsyncDisposable {
  /** @throws {BotwrightError} `INSPECTION_LOST` */
  readonly inspect: (source: string) => Promise<Inspection>;
}

/** Options of {@link createInspectionProcess}. */
export interface InspectionProcessOptions {
  /** MiB of values that outlive a moment; a process that needs more ends, and is lost. @default 512 */
  readonly maxMemoryMb?: number;
  /** Milliseconds without a file after which the process ends. @default 30_000 */
  readonly idleMs?: number;
}

/** Milliseconds for one file, even on a busy machine: the work of an inspection is bounded. */
const MAX_MS = 60_000;

/** The worst files need less than half. */
const MAX_MEMORY_MB = 512;

/**
 * Inspects files outside of the main thread, which strangers could keep from its bots otherwise: the worst file
 * takes seconds. One file at a time. The process starts with the first file, and again when it was lost or has
 * ended because it was idle; it keeps the host alive only while it works.
 *
 * A process of its own and no thread: V8 ends the whole process when the memory of one of its threads is used up
 * faster than the thread can be stopped.
 */
export function createInspectionProcess(options: InspectionProcessOptions = {}): InspectionProcess {
  const { maxMemoryMb = MAX_MEMORY_MB, idleMs = 30_000 } = options;
  const queue = createKeyedQueue();
  let child: ChildProcess | undefined;
  /** Of the file that is inspected. */
  let settle: PromiseWithResolvers<Inspection> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  async function inspectNow(source: string): Promise<Inspection> {
    clearTimeout(idleTimer);
    const current = (child ??= start());
    settle = Promise.withResolvers<Inspection>();
    const timer = setTimeout(() => current.kill("SIGKILL"), MAX_MS);
    current.ref();
    current.channel?.ref();
    // An error here is followed by the end of the process.
    current.send(source, () => {});
    try {
      return await settle.promise;
    } finally {
      settle = undefined;
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
    started.on("message", (found: Inspection) => {
      // What a process said before its end may arrive after it, when another file is inspected.
      if (child === started) settle?.resolve(found);
    });
    const end = (cause: unknown): void => {
      // Another process may be at work already.
      if (child !== started) return;
      child = undefined;
      settle?.reject(lost(cause));
    };
    started.on("error", end);
    started.on("exit", (code, signal) => end(signal ?? code));
    return started;
  }

  /** A file that comes from here on starts another process. */
  function endIdle(): void {
    child?.kill("SIGKILL");
    child = undefined;
  }

  return {
    inspect: (source) => queue.run("", () => inspectNow(source)),
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
