import type {
  CallInput,
  HostAnswer,
  GuestLimits,
  LoadOutcome,
  SliceOutcome,
  SuspendedCall,
} from "../protocol/call-messages.ts";
import type { Base, MemoryDiff, PluginImage } from "../protocol/memory-image.ts";
import { failureOf, imageTooLarge, loadFailureOf } from "./calls/call-failures.ts";
import { createBufferPool } from "./memory/buffer-pool.ts";
import { createChanges } from "./memory/changes.ts";
import { writeBlocks } from "./memory/dirty-blocks.ts";
import type { Damage } from "../protocol/errors.ts";
import { createFirst } from "./first-machine.ts";
import { growTo } from "./memory/grow-memory.ts";
import { evaluate, pump, receive, run } from "./calls/guest-entry.ts";
import { idleHost } from "./host-functions.ts";
import { clearHeap, createImage, heapEnd, restore } from "./memory/image.ts";
import { createImageCache, type ImageCache } from "./memory/image-cache.ts";
import { createInstanceFor } from "./instance.ts";
import { createPace } from "./memory/pace.ts";
import { claimMemory, offerMemory, returnMemory } from "../protocol/memory-claim.ts";
import { SHORT_SLICE_MS } from "../protocol/protocol.ts";
import { cutForMain, RESULT_CHARACTERS, TIMER_CHARACTERS } from "../protocol/message-limits.ts";
import { INITIAL_PAGES, type InstanceOptions, WASM_PAGE, wholePages } from "./quickjs.ts";
import { GuestCall } from "./calls/guest-call.ts";

/**
 * Runs the calls of a worker in one virtual machine.
 *
 * The machine holds the memory of at most one call. A waiting call's memory stays in it (the *resident*
 * call), because its answer often comes before another call needs the machine. Otherwise `prepare` suspends
 * it: the blocks in which its memory differs from its plugin's image are copied into a shared buffer, from
 * which this worker, or another one, can resume the call. Await `prepare` before every other method.
 */
export interface Executor {
  readonly base: Base;
  /** The waiting call whose memory is in the machine. */
  readonly resident: GuestCall | undefined;
  /** The images of plugins that can be started. */
  readonly images: ImageCache;
  /**
   * Suspends the resident call unless it is `next`, and replaces a machine that does not suit a call with
   * this memory limit.
   */
  prepare(memoryBytes: number, next?: GuestCall): Promise<void> | undefined;
  load(source: string, limits: GuestLimits): LoadOutcome;
  /** @param isShort see `SHORT_SLICE_MS` */
  start(input: CallInput, isShort?: boolean): { call: GuestCall; outcome: SliceOutcome };
  /** Returns undefined when the main thread has moved the call to another worker; this worker then discards it. */
  resume(
    call: GuestCall,
    answers: readonly HostAnswer[],
    isShort?: boolean,
  ): SliceOutcome | undefined;
  /** Discards a call that was ended from outside. */
  drop(call: GuestCall): void;
  /** Restores the image of the call that ended last, so that the next one of its plugin need not wait. */
  prewarm(): void;
  /** Drops free buffers for suspended calls that were not needed since the last `trim`. */
  trim(): void;
  /** Discards the machine after something other than guest code has failed in it. */
  discardMachine(): void;
}

/**
 * Calls after which a machine that has grown, and whose extra memory they did not use, is replaced by a
 * small one.
 */
const UNUSED_CALLS = 16;

/** What an executor needs. */
export interface ExecutorOptions {
  readonly wasmModule: WebAssembly.Module;
  readonly memoryBytes: number;
  /** Built if absent. */
  readonly base?: Base;
  /** See {@link InstanceOptions}. */
  readonly yieldCore?: () => void;
  /** Runs work for a waiting call under the watchdog; if the work takes long, that call is responsible. */
  readonly watch?: (call: GuestCall, work: () => void) => void;
  /** Called with the size in bytes of a shared buffer that the pool has dropped. */
  readonly onDropped?: (bytes: number) => void;
  /** A waiting call was suspended to make room for another. */
  readonly onSuspended?: (call: GuestCall, suspended: SuspendedCall) => void;
  /** Suspending a waiting call failed, which ends it. */
  readonly onLost?: (call: GuestCall, outcome: SliceOutcome) => void;
}

/** Creates an executor in this thread. */
export async function createExecutor(options: ExecutorOptions): Promise<Executor> {
  const maximumPages = Math.floor(options.memoryBytes / WASM_PAGE);
  const { wasmModule, yieldCore = () => {} } = options;
  const pace = createPace(yieldCore);
  const instanceOptions: InstanceOptions = { wasmModule, maximumPages, yieldCore };
  const { base, machine: first } = await createFirst(options.base, instanceOptions);
  const changes = createChanges(base.image, maximumPages * WASM_PAGE, pace);
  const empty = createImage(changes.base);
  const diffs = createBufferPool(options.onDropped);
  let machine = first;
  /** The waiting call whose memory is in the machine and not in a diff. */
  let resident: GuestCall | undefined;
  let isCorrupt = false;
  /** The image of the call that ended last in this machine, and the one that `prewarm` has put into it. */
  let last: PluginImage | undefined;
  let prewarmed: PluginImage | undefined;
  /** Consecutive calls for which the initial memory of a machine would have sufficed. */
  let unusedFor = 0;

  /**
   * Whether the machine does not suit the next call: it is in an undefined state, it has grown to another
   * call's limit, or it keeps memory that recent calls have not used. A WebAssembly memory cannot shrink.
   */
  function needsReplacing(memoryBytes: number): boolean {
    const size = machine.memory().length;
    if (isCorrupt || size === INITIAL_PAGES * WASM_PAGE) return isCorrupt;
    return size !== wholePages(memoryBytes) || unusedFor >= UNUSED_CALLS;
  }

  async function replaceMachine(): Promise<void> {
    machine = await createInstanceFor(base, instanceOptions);
    last = prewarmed = undefined;
    isCorrupt = false;
    unusedFor = 0;
  }

  /** Clears the heap after a call, within the call's own CPU time: otherwise the next call would have to do it. */
  function clear(): void {
    clearHeap(machine.memory(), empty, pace);
    prewarmed = undefined;
  }

  /** Runs guest code for a call until it waits, ends or breaks a limit. */
  function slice(call: GuestCall, enter: () => void, isShort = false): void {
    machine.host = call;
    call.beginSlice(isShort ? SHORT_SLICE_MS : undefined);
    try {
      if (!call.ended) enter();
    } catch (error) {
      // Thrown by the engine's library, not by the guest: its state may be inconsistent.
      call.failCrossing(error);
    } finally {
      machine.host = idleHost;
      isCorrupt ||= call.isCorrupt;
      const end = heapEnd(machine.memory(), changes.base.layout);
      if (call.ended && !isCorrupt) clear();
      call.endSlice(end);
      // The image of each call is restored with its own heap end, so `end` is what this call used.
      unusedFor = end > INITIAL_PAGES * WASM_PAGE ? 0 : unusedFor + 1;
    }
  }

  /** Evaluates the end of a slice: the call waits and becomes resident, or it has ended. */
  function conclude(call: GuestCall): SliceOutcome {
    // The memory of every other call is outside of the machine: `prepare` suspended it before this slice.
    const report = call.report();
    resident = undefined;
    const failure = failureOf(call);
    if (failure === undefined && call.settled === undefined) {
      resident = call;
      return { ...report, state: "waiting" };
    }
    forgetDiff(call);
    last = call.input.image;
    if (failure !== undefined) return { ...report, state: "failed", failure, ...damageOf(call) };
    const { json = "", pendingTimer } = call.settled ?? {};
    const done = { ...report, state: "done", json: cutForMain(json, RESULT_CHARACTERS) } as const;
    if (pendingTimer === undefined) return done;
    return { ...done, pendingTimer: cutForMain(pendingTimer, TIMER_CHARACTERS) };
  }

  /** Returns the call's buffer to the pool, unless the main thread has claimed it. */
  function forgetDiff(call: GuestCall): void {
    const { diff } = call;
    call.diff = undefined;
    if (diff !== undefined && claimMemory(diff) !== undefined) diffs.giveBack(diff.bytes);
  }

  /** Puts an image into the machine, and a suspended call's changes over it. */
  function fill(wanted: PluginImage, diff?: MemoryDiff): void {
    const end = Math.max(diff?.end ?? 0, wanted.end);
    const isFresh = prewarmed === wanted && machine.memory().length >= end;
    prewarmed = undefined;
    growTo(machine, end);
    if (!isFresh) restore(machine.memory(), wanted, pace, diff);
    else if (diff !== undefined) writeBlocks(machine.memory(), diff, pace);
  }

  /**
   * Restores a suspended call's memory; returns false if the main thread has claimed it.
   *
   * Both threads may want the memory at the same moment, this one to resume the call and the main thread to
   * move it. The atomic exchange in `claimMemory` gives it to one of them; the other must not read it again.
   */
  function swapIn(call: GuestCall, isShort: boolean): boolean {
    if (resident === call || call.diff === undefined) return true;
    const offered = call.diff;
    const diff = claimMemory(offered);
    call.diff = undefined;
    if (diff === undefined) return false;
    fill(call.input.image, diff);
    if (isShort) {
      // If the slice is cut off, the call continues from this memory in another worker.
      returnMemory(diff, offered);
      call.diff = offered;
    } else diffs.giveBack(diff.bytes);
    return true;
  }

  /**
   * Makes the effects of a short slice final, by claiming the memory from before it. Returns false if the main thread
   * has claimed that memory first, and moved the call.
   */
  function commit(call: GuestCall): boolean {
    const diff = call.diff === undefined ? undefined : claimMemory(call.diff);
    call.diff = undefined;
    if (diff === undefined) {
      clear();
      return false;
    }
    diffs.giveBack(diff.bytes);
    return true;
  }

  /** Discards a call whose short slice was cut off; the main thread continues it with the memory from before. */
  function cut(call: GuestCall): SliceOutcome {
    resident = undefined;
    call.diff = undefined;
    return { ...call.report(), requests: [], logs: [], state: "cut" };
  }

  /**
   * Copies the resident call's memory out of the machine; the time is charged to that call. From
   * `offerMemory` on the main thread may claim the copy.
   */
  function suspend(call: GuestCall): void {
    resident = undefined;
    try {
      const diff = call.charge(() => {
        const taken = changes.take(machine.wasmMemory, call.input.image, diffs.take);
        clear();
        return taken;
      });
      options.onSuspended?.(call, call.suspend(offerMemory(diff)));
    } catch (error) {
      call.failCrossing(error);
      isCorrupt = true;
      options.onLost?.(call, conclude(call));
    }
  }

  return {
    base,
    get resident() {
      return resident;
    },
    images: createImageCache(changes.base),
    trim: diffs.trim,
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
        fill(empty);
        evaluate(machine, call, source);
        if (call.breach === undefined && call.settled?.ok === true) {
          diff = changes.takeBounded(machine.wasmMemory, empty, limits.imageBytes);
        }
      });
      const { logs, sliceCpuMs: cpuMs } = call.report();
      const report = { logs, cpuMs };
      const failure = loadFailureOf(call);
      if (failure !== undefined) return { ok: false, failure, ...report, ...damageOf(call) };
      if (diff === undefined) return { ok: false, failure: imageTooLarge(limits), ...report };
      return { ok: true, diff, declaration: call.settled?.json ?? "", ...report };
    },
    start(input, isShort) {
      const call = new GuestCall(input);
      const enter = (): void => {
        fill(input.image);
        run(machine, call);
        pump(machine, call);
      };
      slice(call, enter, isShort);
      return { call, outcome: call.isCut ? cut(call) : conclude(call) };
    },
    resume(call, answers, isShort = false) {
      let isHere = true;
      const enter = (): void => {
        isHere = swapIn(call, isShort);
        if (!isHere) return;
        // Deliver the answers one by one, each followed by all jobs that it triggers: then the guest cannot
        // observe which answers arrived together, and a replay only needs their order.
        for (const answer of answers) {
          machine.yieldCore();
          receive(machine, call, answer);
          pump(machine, call);
        }
      };
      slice(call, enter, isShort);
      if (!isHere) return undefined;
      if (call.isCut) return cut(call);
      return !isShort || commit(call) ? conclude(call) : undefined;
    },
    drop(call) {
      forgetDiff(call);
      if (resident === call) resident = undefined;
    },
    discardMachine() {
      isCorrupt = true;
      resident = undefined;
    },
    prewarm() {
      // A call that waits in the machine stays there.
      if (last === undefined || prewarmed !== undefined || resident !== undefined || isCorrupt)
        return;
      // A call that ended before it ran guest code has not grown the machine.
      if (machine.memory().length < last.end) return;
      restore(machine.memory(), last, pace);
      prewarmed = last;
    },
  };
}

function damageOf({ isCorrupt }: GuestCall): { damage?: Damage } {
  return isCorrupt ? { damage: "machine" } : {};
}

const EMPTY_INPUT: Omit<CallInput, "limits" | "image"> = {
  snapshot: "",
  start: { now: 0, seed: 1, key: "00".repeat(32) },
  media: undefined,
};
