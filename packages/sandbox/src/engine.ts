import { type Base, createBase } from "./base-image.ts";
import { createDeltaStore } from "./delta-store.ts";
import type { Failure } from "./errors.ts";
import { evaluate, pump, receive, run } from "./guest-entry.ts";
import { type Thrown, toFailure, toLoadFailure } from "./guest-errors.ts";
import {
  createImage,
  type Delta,
  heapEnd,
  localBase,
  type PluginImage,
  restore,
  takeDelta,
} from "./image.ts";
import { idleHost } from "./host-functions.ts";
import { createInstanceFor } from "./instance.ts";
import { INITIAL_PAGES } from "./quickjs.ts";
import {
  type CallInput,
  type GuestRequest,
  type HostAnswer,
  type LogLine,
  type ParkedCall,
  VmCall,
} from "./vm-call.ts";

const WASM_PAGE = 65_536;

/** What a slice of running left behind. */
export type SliceOutcome = { requests: GuestRequest[]; logs: LogLine[]; cpuMs: number } & (
  | { state: "waiting" }
  | { state: "done"; json: string }
  | { state: "failed"; failure: Failure }
);

/** A loaded file: its image, and what the bootstrap found in it, as JSON. */
export type LoadOutcome =
  | { ok: true; delta: Delta; declaration: string; logs: LogLine[] }
  | { ok: false; failure: Failure; logs: LogLine[] };

/** One machine that many calls use by turns. Await `prepare` before every other method. */
export interface Engine {
  readonly base: Base;
  /** The waiting call whose memory is still in the machine. */
  readonly resident: VmCall | undefined;
  /** Prepares a loaded plugin for its calls. */
  createImage(delta: Delta): PluginImage;
  /** Swaps a waiting call out, and replaces a machine that is torn or has grown. */
  prepare(next?: VmCall): Promise<void> | undefined;
  load(source: string, limits: LoadLimits): LoadOutcome;
  start(input: CallInput): { call: VmCall; outcome: SliceOutcome };
  resume(call: VmCall, answers: readonly HostAnswer[], now: number): SliceOutcome;
  /** Forgets a call that was ended from outside. */
  drop(call: VmCall): void;
}

/** What loading may use. */
export type LoadLimits = Pick<CallInput["limits"], "cpuMs" | "consoleBytes" | "sentBytes">;

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
  const base = options.base ?? (await createBase(instanceOptions));
  const image = localBase(base.image);
  const { layout } = image;
  const empty = createImage(image);
  const deltas = createDeltaStore();
  let machine = await createInstanceFor(base, instanceOptions);
  /** The waiting call whose memory is still in the machine and not in a delta. */
  let resident: VmCall | undefined;
  let torn = false;

  function needsReplacing(): boolean {
    return torn || machine.memory().length > INITIAL_PAGES * WASM_PAGE;
  }

  async function replaceMachine(): Promise<void> {
    machine = await createInstanceFor(base, instanceOptions);
    torn = false;
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
      call.endSlice();
    }
  }

  function conclude(call: VmCall): SliceOutcome {
    const drained = call.drain();
    resident = undefined;
    if (call.breach !== undefined) return { ...drained, state: "failed", failure: call.breach };
    const { settled } = call;
    if (settled?.ok === true) return { ...drained, state: "done", json: settled.json };
    if (settled !== undefined) {
      const failure = toFailure(readSettled(settled.json), isFull());
      return { ...drained, state: "failed", failure };
    }
    if (call.outstanding.size === 0) {
      return { ...drained, state: "failed", failure: neverSettled(isFull()) };
    }
    resident = call;
    return { ...drained, state: "waiting" };
  }

  function isFull(): boolean {
    return machine.memory().length > maximumPages * WASM_PAGE * 0.9;
  }

  /** The buffer goes to the next call: whoever else knows it can tell by the number of slices. */
  function forgetDelta(call: VmCall): void {
    if (call.delta !== undefined) deltas.giveBack(call.delta.bytes);
    call.delta = undefined;
  }

  function swapIn(call: VmCall): void {
    if (resident === call || call.delta === undefined) return;
    const missing = call.delta.end - machine.memory().length;
    if (missing > 0) machine.malloc(call.delta.end - heapEnd(machine.memory(), layout));
    restore(machine.memory(), layout, call.input.image, call.delta);
    forgetDelta(call);
  }

  return {
    base,
    get resident() {
      return resident;
    },
    createImage: (delta) => createImage(image, delta),
    prepare(next) {
      if (resident !== undefined && resident !== next) {
        const delta = takeDelta(machine.memory(), image, resident.input.image, deltas.take);
        options.onParked?.(resident, resident.park(delta));
        resident = undefined;
      }
      return resident === undefined && needsReplacing() ? replaceMachine() : undefined;
    },
    load(source, limits) {
      const input = { ...EMPTY_INPUT, image: empty };
      const call = new VmCall({ ...input, limits: { ...limits, hostCalls: 0, timers: 0 } });
      slice(call, () => {
        restore(machine.memory(), layout, empty);
        evaluate(machine, call, source);
      });
      const { logs } = call.drain();
      if (call.breach !== undefined) return { ok: false, failure: call.breach, logs };
      if (call.settled === undefined) return { ok: false, failure: neverSettled(isFull()), logs };
      const { ok, json } = call.settled;
      if (!ok) return { ok, failure: toLoadFailure(readSettled(json), isFull()), logs };
      return { ok, delta: takeDelta(machine.memory(), image), declaration: json, logs };
    },
    start(input) {
      const call = new VmCall(input);
      slice(call, () => {
        restore(machine.memory(), layout, input.image);
        run(machine, call);
        pump(machine, call);
      });
      return { call, outcome: conclude(call) };
    },
    resume(call, answers, now) {
      slice(call, () => {
        swapIn(call);
        for (const answer of answers) receive(machine, call, answer, now);
        pump(machine, call);
      });
      return conclude(call);
    },
    drop(call) {
      forgetDelta(call);
      if (resident === call) resident = undefined;
    },
  };
}

const EMPTY_INPUT: Omit<CallInput, "limits" | "image"> = {
  frame: "",
  seed: 1,
  now: 0,
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
