import { type Base, createBase } from "./base-image.ts";
import {
  type CallInput,
  type HostAnswer,
  type LogLine,
  type ParkedCall,
  type SliceReport,
} from "./call-messages.ts";
import { createDeltaStore } from "./delta-store.ts";
import type { Failure } from "./errors.ts";
import { evaluate, pump, receive, run } from "./guest-entry.ts";
import { type Thrown, toFailure, toLoadFailure } from "./guest-errors.ts";
import { idleHost } from "./host-functions.ts";
import { createImage, type Delta, heapEnd, localBase, restore, takeDelta } from "./image.ts";
import { createImageCache, type ImageCache } from "./image-cache.ts";
import { createInstanceFor, type Instance } from "./instance.ts";
import { cutForMain, DECLARATION_CHARACTERS, RESULT_CHARACTERS } from "./message-limits.ts";
import { INITIAL_PAGES, type InstanceOptions, WASM_PAGE, wholePages } from "./quickjs.ts";
import { VmCall } from "./vm-call.ts";

/** How a slice ended. */
export type SliceOutcome = SliceReport &
  ({ state: "waiting" } | { state: "done"; json: string } | { state: "failed"; failure: Failure });

/** A loaded file: its image, and what the bootstrap found in it, as JSON. */
export type LoadOutcome =
  | { ok: true; delta: Delta; declaration: string; logs: LogLine[] }
  | { ok: false; failure: Failure; logs: LogLine[] };

/** One machine that many calls use by turns. Await `prepare` before every other method. */
export interface Engine {
  readonly base: Base;
  /** The waiting call whose memory is still in the machine. */
  readonly resident: VmCall | undefined;
  /** The plugins that can be started. */
  readonly images: ImageCache;
  /**
   * Swaps a waiting call out unless it is the next one, and replaces a machine that will not do for
   * a call that may have so much memory.
   */
  prepare(memoryBytes: number, next?: VmCall): Promise<void> | undefined;
  load(source: string, limits: LoadLimits): LoadOutcome;
  start(input: CallInput): { call: VmCall; outcome: SliceOutcome };
  resume(call: VmCall, answers: readonly HostAnswer[]): SliceOutcome;
  /** Forgets a call that was ended from outside. */
  drop(call: VmCall): void;
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
  /** A waiting call made room for another. */
  readonly onParked?: (call: VmCall, parked: ParkedCall) => void;
}

/** Creates an engine in this thread. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const maximumPages = Math.floor(options.memoryBytes / WASM_PAGE);
  const instanceOptions = { wasmModule: options.wasmModule, maximumPages };
  const { base, machine: first } = await createFirst(options.base, instanceOptions);
  const image = localBase(base.image);
  const empty = createImage(image);
  const deltas = createDeltaStore();
  let machine = first;
  /** The waiting call whose memory is still in the machine and not in a delta. */
  let resident: VmCall | undefined;
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
  function slice(call: VmCall, enter: () => void): void {
    machine.host = call;
    call.beginSlice();
    try {
      enter();
    } catch (error) {
      // Not a guest error: the library's own state may be torn.
      torn = true;
      call.fail({ name: "InternalError", message: messageOf(error) });
    } finally {
      machine.host = idleHost;
      const end = heapEnd(machine.memory(), image.layout);
      call.endSlice(end);
      unusedFor = end > INITIAL_PAGES * WASM_PAGE ? 0 : unusedFor + 1;
    }
  }

  function conclude(call: VmCall): SliceOutcome {
    const report = call.report();
    resident = undefined;
    if (call.breach !== undefined) return { ...report, state: "failed", failure: call.breach };
    const { memoryFull, settled } = call;
    if (settled?.ok === true) {
      const json = cutForMain(settled.json, RESULT_CHARACTERS);
      return { ...report, state: "done", json };
    }
    if (settled !== undefined) {
      const failure = toFailure(readSettled(settled.json), memoryFull);
      return { ...report, state: "failed", failure };
    }
    if (call.outstanding.size === 0) {
      return { ...report, state: "failed", failure: neverSettled(memoryFull) };
    }
    resident = call;
    return { ...report, state: "waiting" };
  }

  /** The buffer goes to the next call: whoever else knows it can tell by the number of slices. */
  function forgetDelta(call: VmCall): void {
    if (call.delta !== undefined) deltas.giveBack(call.delta.bytes);
    call.delta = undefined;
  }

  /** The allocator uses up what it has before it asks for more. */
  function growTo(end: number): void {
    for (let size = machine.memory().length; size < end; size = machine.memory().length) {
      if (machine.malloc(end - size) === 0) throw new RangeError("the memory cannot grow");
    }
  }

  function swapIn(call: VmCall): void {
    if (resident === call || call.delta === undefined) return;
    growTo(call.delta.end);
    restore(machine.memory(), call.input.image, call.delta);
    forgetDelta(call);
  }

  return {
    base,
    get resident() {
      return resident;
    },
    images: createImageCache(image),
    prepare(memoryBytes, next) {
      if (resident !== undefined && resident !== next) {
        const delta = takeDelta(machine.memory(), resident.input.image, deltas.take);
        options.onParked?.(resident, resident.park(delta));
        resident = undefined;
      }
      return resident === undefined && needsReplacing(memoryBytes) ? replaceMachine() : undefined;
    },
    load(source, limits) {
      const input = { ...EMPTY_INPUT, image: empty };
      const call = new VmCall({ ...input, limits: { ...limits, hostCalls: 0, timers: 0 } });
      slice(call, () => {
        restore(machine.memory(), empty);
        evaluate(machine, call, source);
      });
      const { logs } = call.report();
      const { breach, memoryFull, settled } = call;
      if (breach !== undefined) return { ok: false, failure: breach, logs };
      if (settled === undefined) return { ok: false, failure: neverSettled(memoryFull), logs };
      const { ok, json } = settled;
      if (!ok) return { ok, failure: toLoadFailure(readSettled(json), memoryFull), logs };
      const declaration = cutForMain(json, DECLARATION_CHARACTERS);
      return { ok, delta: takeDelta(machine.memory(), empty), declaration, logs };
    },
    start(input) {
      const call = new VmCall(input);
      slice(call, () => {
        restore(machine.memory(), input.image);
        run(machine, call);
        pump(machine, call);
      });
      return { call, outcome: conclude(call) };
    },
    resume(call, answers) {
      slice(call, () => {
        swapIn(call);
        // One after another, each with all that follows from it: the guest cannot tell which
        // answers came together, and a replay needs only their order.
        for (const answer of answers) {
          receive(machine, call, answer);
          pump(machine, call);
        }
      });
      return conclude(call);
    },
    drop(call) {
      forgetDelta(call);
      if (resident === call) resident = undefined;
    },
  };
}

/** A machine, and the base image if it is not there yet. */
async function createFirst(
  base: Base | undefined,
  options: InstanceOptions,
): Promise<{ base: Base; machine: Instance }> {
  if (base === undefined) return createBase(options);
  return { base, machine: await createInstanceFor(base, options) };
}

const EMPTY_INPUT: Omit<CallInput, "limits" | "image"> = {
  frame: "",
  start: { now: 0, seed: 1, key: "00".repeat(32) },
  media: undefined,
};

function neverSettled(memoryFull: boolean): Failure {
  if (memoryFull) return toFailure({ name: "null" }, true);
  return {
    code: "PLUGIN_NEVER_SETTLED",
    message: "the plugin waits for something that can never happen",
  };
}

/** The guest's own description of what was thrown; its values are texts or absent. */
function readSettled(json: string): Thrown {
  const value: unknown = JSON.parse(json);
  if (typeof value !== "object" || value === null) return {};
  const text = (key: string): string | undefined => {
    const found: unknown = Reflect.get(value, key);
    return typeof found === "string" ? found : undefined;
  };
  return { name: text("name"), message: text("message"), stack: text("stack") };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
