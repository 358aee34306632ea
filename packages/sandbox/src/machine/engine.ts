import { type Base, createBase } from "./base-image.ts";
import {
  type CallInput,
  type HostAnswer,
  type LogLine,
  type SuspendedCall,
  type SliceReport,
} from "../protocol/call-messages.ts";
import { failureOf, imageTooLarge, loadFailureOf } from "./call-failures.ts";
import { createBufferPool } from "./buffer-pool.ts";
import type { Failure } from "../protocol/errors.ts";
import { evaluate, pump, receive, run } from "./guest-entry.ts";
import { idleHost } from "./host-functions.ts";
import {
  copyChanges,
  createImage,
  type MemoryDiff,
  findChanges,
  heapEnd,
  localBase,
  restore,
  takeDiff,
} from "./image.ts";
import { createImageCache, type ImageCache } from "./image-cache.ts";
import { createInstanceFor, type Instance } from "./instance.ts";
import { claimMemory, offerMemory } from "../protocol/memory-claim.ts";
import { cutForMain, RESULT_CHARACTERS } from "../protocol/message-limits.ts";
import { INITIAL_PAGES, type InstanceOptions, WASM_PAGE, wholePages } from "./quickjs.ts";
import { GuestCall } from "./guest-call.ts";

/** How a slice ended. */
export type SliceOutcome = SliceReport &
  ({ state: "waiting" } | { state: "done"; json: string } | { state: "failed"; failure: Failure });

/** A loaded file: its image, and what the bootstrap found in it, as JSON. */
export type LoadOutcome =
  | { ok: true; diff: MemoryDiff; declaration: string; logs: LogLine[] }
  | { ok: false; failure: Failure; logs: LogLine[] };

/** One machine that many calls use by turns. Await `prepare` before every other method. */
export interface Engine {
  readonly base: Base;
  /** The waiting call whose memory is still in the machine. */
  readonly resident: GuestCall | undefined;
  /** The plugins that can be started. */
  readonly images: ImageCache;
  /**
   * Swaps a waiting call out unless it is the next one, and replaces a machine that will not do for
   * a call that may have so much memory.
   */
  prepare(memoryBytes: number, next?: GuestCall): Promise<void> | undefined;
  load(source: string, limits: LoadLimits): LoadOutcome;
  start(input: CallInput): { call: GuestCall; outcome: SliceOutcome };
  /** Undefined for a call that the main thread has moved to another worker: it is forgotten. */
  resume(call: GuestCall, answers: readonly HostAnswer[]): SliceOutcome | undefined;
  /** Forgets a call that was ended from outside. */
  drop(call: GuestCall): void;
  /** Gives the machine up after something else than guest code has failed in it. */
  giveUpMachine(): void;
}

/** What loading may use. */
export type LoadLimits = CallInput["limits"];

/** After so many calls a machine that has grown is given up for a small one. */
const UNUSED_CALLS = 16;

/** What an engine is made from. */
export interface EngineOptions {
  readonly wasmModule: WebAssembly.Module;
  readonly memoryBytes: number;
  /** Built anew when absent. */
  readonly base?: Base;
  /** Runs work for a waiting call; it is that call's own fault when the work takes long. */
  readonly watch?: (call: GuestCall, work: () => void) => void;
  /** A waiting call made room for another. */
  readonly onSuspended?: (call: GuestCall, suspended: SuspendedCall) => void;
  /** A waiting call could not be put aside, and is over. */
  readonly onLost?: (call: GuestCall, outcome: SliceOutcome) => void;
}

/** Creates an engine in this thread. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const maximumPages = Math.floor(options.memoryBytes / WASM_PAGE);
  const instanceOptions = { wasmModule: options.wasmModule, maximumPages };
  const { base, machine: first } = await createFirst(options.base, instanceOptions);
  const image = localBase(base.image);
  const empty = createImage(image);
  const diffs = createBufferPool();
  let machine = first;
  /** The waiting call whose memory is still in the machine and not in a diff. */
  let resident: GuestCall | undefined;
  let torn = false;
  /** Calls in a row that would have had enough memory in a machine as they begin. */
  let unusedFor = 0;

  /**
   * Whether the machine will not do for the next call: it is torn, or has grown to what another call
   * may have, or has kept memory for long that nobody uses.
   */
  function needsReplacing(memoryBytes: number): boolean {
    const size = machine.memory().length;
    if (torn || size === INITIAL_PAGES * WASM_PAGE) return torn;
    return size !== wholePages(memoryBytes) || unusedFor >= UNUSED_CALLS;
  }

  async function replaceMachine(): Promise<void> {
    machine = await createInstanceFor(base, instanceOptions);
    torn = false;
    unusedFor = 0;
  }

  /** Runs guest code for a call until it waits, ends or breaks a limit. */
  function slice(call: GuestCall, enter: () => void): void {
    machine.host = call;
    call.beginSlice();
    try {
      if (!call.ended) enter();
    } catch (error) {
      // Not a guest error: the library's own state may be torn.
      call.failCrossing(error);
    } finally {
      machine.host = idleHost;
      torn ||= call.isTorn;
      const end = heapEnd(machine.memory(), image.layout);
      call.endSlice(end);
      unusedFor = end > INITIAL_PAGES * WASM_PAGE ? 0 : unusedFor + 1;
    }
  }

  function conclude(call: GuestCall): SliceOutcome {
    const report = call.report();
    resident = undefined;
    const failure = failureOf(call);
    if (failure === undefined && call.settled === undefined) {
      resident = call;
      return { ...report, state: "waiting" };
    }
    forgetDiff(call);
    return failure === undefined
      ? { ...report, state: "done", json: cutForMain(call.settled?.json ?? "", RESULT_CHARACTERS) }
      : { ...report, state: "failed", failure };
  }

  /** Gives the buffer to the next call, unless the main thread has moved this one. */
  function forgetDiff(call: GuestCall): void {
    const { diff } = call;
    call.diff = undefined;
    if (diff !== undefined && claimMemory(diff) !== undefined) diffs.giveBack(diff.bytes);
  }

  /**
   * Makes the memory large enough for an image. It grows to all that the call may have as soon as it
   * has to grow at all; the allocator uses up what it has before it asks for more.
   */
  function growTo(end: number): void {
    while (machine.memory().length < end) {
      if (machine.malloc(GROWTH_BYTES) === 0) throw new RangeError("the memory cannot grow");
    }
  }

  /** Puts a call's own memory into the machine; returns false if the main thread has moved the call. */
  function swapIn(call: GuestCall): boolean {
    if (resident === call || call.diff === undefined) return true;
    const diff = claimMemory(call.diff);
    call.diff = undefined;
    if (diff === undefined) return false;
    growTo(Math.max(diff.end, call.input.image.end));
    restore(machine.memory(), call.input.image, diff);
    diffs.giveBack(diff.bytes);
    return true;
  }

  /** Copies a waiting call's memory out of the machine, at the call's expense. */
  function suspend(call: GuestCall): void {
    resident = undefined;
    try {
      const diff = call.charge(() => takeDiff(machine.memory(), call.input.image, diffs.take));
      options.onSuspended?.(call, call.suspend(offerMemory(diff)));
    } catch (error) {
      call.failCrossing(error);
      torn = true;
      options.onLost?.(call, conclude(call));
    }
  }

  /** The image of the file that has just been loaded; undefined when it is too large. */
  function takeImage(call: GuestCall): MemoryDiff | undefined {
    const { imageBytes } = call.input.limits;
    const changes = findChanges(machine.memory(), empty, imageBytes);
    return changes === undefined ? undefined : copyChanges(machine.memory(), changes);
  }

  return {
    base,
    get resident() {
      return resident;
    },
    images: createImageCache(image),
    prepare(memoryBytes, next) {
      const waiting = resident;
      if (waiting !== undefined && waiting !== next) {
        if (options.watch === undefined) suspend(waiting);
        else options.watch(waiting, () => suspend(waiting));
      }
      return resident === undefined && needsReplacing(memoryBytes) ? replaceMachine() : undefined;
    },
    load(source, limits) {
      const input = { ...EMPTY_INPUT, image: empty };
      const call = new GuestCall({ ...input, limits: { ...limits, hostCalls: 0, timers: 0 } });
      let diff: MemoryDiff | undefined;
      slice(call, () => {
        restore(machine.memory(), empty);
        evaluate(machine, call, source);
        if (call.breach === undefined && call.settled?.ok === true) diff = takeImage(call);
      });
      const { logs } = call.report();
      const failure = loadFailureOf(call);
      if (failure !== undefined) return { ok: false, failure, logs };
      if (diff === undefined) return { ok: false, failure: imageTooLarge(limits), logs };
      return { ok: true, diff, declaration: call.settled?.json ?? "", logs };
    },
    start(input) {
      const call = new GuestCall(input);
      slice(call, () => {
        growTo(input.image.end);
        restore(machine.memory(), input.image);
        run(machine, call);
        pump(machine, call);
      });
      return { call, outcome: conclude(call) };
    },
    resume(call, answers) {
      let isHere = true;
      slice(call, () => {
        isHere = swapIn(call);
        if (!isHere) return;
        // One after another, each with all that follows from it: the guest cannot tell which
        // answers came together, and a replay needs only their order.
        for (const answer of answers) {
          receive(machine, call, answer);
          pump(machine, call);
        }
      });
      return isHere ? conclude(call) : undefined;
    },
    drop(call) {
      forgetDiff(call);
      if (resident === call) resident = undefined;
    },
    giveUpMachine() {
      torn = true;
      resident = undefined;
    },
  };
}

/** Bytes by which a memory is made to grow; each time it becomes as large as the call's may be. */
const GROWTH_BYTES = 1_048_576;

/** A machine, and the base image if it is not there yet. */
async function createFirst(
  base: Base | undefined,
  options: InstanceOptions,
): Promise<{ base: Base; machine: Instance }> {
  if (base === undefined) return createBase(options);
  return { base, machine: await createInstanceFor(base, options) };
}

const EMPTY_INPUT: Omit<CallInput, "limits" | "image"> = {
  snapshot: "",
  start: { now: 0, seed: 1, key: "00".repeat(32) },
  media: undefined,
};
