import type { Hash, Hmac } from "node:crypto";
import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import type { Crossing } from "./crossing.ts";
import { compute } from "./guest-services/compute.ts";
import type { PositionedBytes } from "../protocol/call-messages.ts";

/** The host of a running guest: it answers the guest's host functions and the engine's callbacks. */
export interface GuestHost {
  /** A host call: its number within the call, operation, arguments as JSON, and bytes by position. */
  request(id: number, operation: string, json: string, bytes: PositionedBytes[]): void;
  /** Ends the call; without JSON the result is `undefined`. A pending timer is described by the guest. */
  settle(ok: boolean, json?: string, pendingTimer?: string): void;
  /** A console line; `characters` is its original length when it was cut. */
  log(level: string, text: string, characters?: number): void;
  /**
   * Announces how many characters and bytes are about to leave the machine. Returns whether they may: a
   * value that is too large must not be copied first.
   */
  reserve(characters: number, bytes: number): boolean;
  /** A value could not be copied; with an `error` of the engine, the machine is discarded. */
  failCrossing(error?: unknown): void;
  /** Whether the guest was refused memory. */
  readonly memoryFull: boolean;
  /** Whether further requests of the guest have no effect. */
  readonly ended: boolean;
  /** Whether the call has ended or has used up its CPU time. */
  isOver(): boolean;
  /** The digest that is computed chunk by chunk. */
  hash: Hash | Hmac | undefined;
  /** The medium of the message. */
  media(): Uint8Array | undefined;
  /** Unpredictable random bytes. */
  random(length: number): Uint8Array;
  /** Called when the memory has to grow to a size; returns the size that it may have, in whole pages of 64 KiB. */
  growTo(memoryBytes: number): number;
  /** Whether to interrupt the guest; the engine asks about every 10,000 steps. */
  interrupted(): boolean;
}

/** The host between slices, when no guest code runs. */
export const idleHost: GuestHost = {
  request: () => {},
  settle: () => {},
  log: () => {},
  reserve: () => true,
  failCrossing: () => {},
  memoryFull: false,
  ended: false,
  isOver: () => false,
  hash: undefined,
  media: () => undefined,
  random: (length) => new Uint8Array(length),
  growTo: (memoryBytes) => memoryBytes,
  interrupted: () => false,
};

/**
 * Defines the functions that the guest can call; `machine.host` answers them. They are always created in
 * the same order and never freed, because an image contains references to them that only match if they
 * exist at the same places.
 */
export function defineHostFunctions(machine: {
  readonly context: QuickJSContext;
  readonly crossing: Crossing;
  readonly host: GuestHost;
  readonly yieldCore: () => void;
}): QuickJSHandle[] {
  const { context } = machine;

  /** Defines a host function that throws no error into a full machine, which has no memory for the error. */
  const define = (
    name: string,
    work: (...args: QuickJSHandle[]) => QuickJSHandle | undefined,
  ): QuickJSHandle =>
    machine.crossing.newFunction(name, (...args) => {
      machine.yieldCore();
      try {
        return work(...args);
      } catch (error) {
        // For example a detached buffer: the guest gets an error.
        if (!machine.host.memoryFull) throw error;
        machine.host.failCrossing(error);
        return undefined;
      }
    });

  /**
   * Reads a text that the guest never leaves empty; without memory for the copy the engine returns an empty
   * one.
   */
  const textOf = (handle: QuickJSHandle): string | undefined => {
    const text = context.getString(handle);
    if (text === "") machine.host.failCrossing();
    return text === "" ? undefined : text;
  };

  return [
    define("request", (id, call, ...pairs) => {
      if (machine.host.isOver() || id === undefined || call === undefined) return undefined;
      // One text carries operation and JSON, because each value that crosses costs about a microsecond.
      const text = textOf(call);
      if (text === undefined) return undefined;
      const space = text.indexOf(" ");
      const [operation, json] = [text.slice(0, space), text.slice(space + 1)];
      machine.host.request(context.getNumber(id), operation, json, readPairs(context, pairs));
      return undefined;
    }),
    define("settle", (ok, json, timer) => {
      if (machine.host.ended || ok === undefined) return undefined;
      const isOk = context.getNumber(ok) === 1;
      const pendingTimer = timer === undefined ? undefined : context.getString(timer);
      // The value `undefined` has no JSON; an error always has.
      if (json === undefined || (timer !== undefined && context.typeof(json) === "undefined")) {
        if (isOk) machine.host.settle(true, undefined, pendingTimer);
        else machine.host.failCrossing();
        return undefined;
      }
      const text = textOf(json);
      if (text !== undefined) machine.host.settle(isOk, text, pendingTimer);
      return undefined;
    }),
    define("log", (level, text, length) => {
      if (machine.host.isOver() || level === undefined || text === undefined) return undefined;
      const characters = length === undefined ? undefined : context.getNumber(length);
      machine.host.log(context.getString(level), context.getString(text), characters);
      return undefined;
    }),
    define("media", () => {
      const bytes = machine.host.media();
      return bytes === undefined ? context.null : newArrayBuffer(context, bytes);
    }),
    define("compute", (kind, json, ...buffers) => {
      // The engine asks only every 10,000 steps whether to continue, which is too seldom in a loop over
      // large texts.
      if (machine.host.isOver() || kind === undefined || json === undefined) return context.null;
      const [computation, args] = [textOf(kind), textOf(json)];
      if (computation === undefined || args === undefined) return context.null;
      const bytes = buffers.map((buffer) => readBytes(context, buffer));
      const result = compute(computation, args, bytes, machine.host);
      if (result === undefined) return context.null;
      return typeof result === "string"
        ? context.newString(result)
        : newArrayBuffer(context, result);
    }),
    define("random", (length) => {
      // Checked here as for `compute`: a loop over 64 KiB each would run on for tens of milliseconds.
      if (machine.host.isOver() || length === undefined) return context.null;
      const wanted = Math.min(context.getNumber(length), RANDOM_BYTES);
      return newArrayBuffer(context, machine.host.random(wanted));
    }),
    define("reserve", (characters, bytes) => {
      if (characters === undefined || bytes === undefined) return context.false;
      const mayCross = machine.host.reserve(
        context.getNumber(characters),
        context.getNumber(bytes),
      );
      return mayCross ? context.true : context.false;
    }),
  ];
}

/** Most random bytes per call, as in Web Crypto. */
const RANDOM_BYTES = 65_536;

/** Copies bytes into the guest: only the view's own range of its buffer. */
export function newArrayBuffer(context: QuickJSContext, bytes: Uint8Array): QuickJSHandle {
  const whole = bytes.byteLength === bytes.buffer.byteLength;
  return context.newArrayBuffer(whole ? bytes.buffer : new Uint8Array(bytes).buffer);
}

/** Reads `[position, bytes, position, bytes, …]`. */
function readPairs(context: QuickJSContext, pairs: QuickJSHandle[]): PositionedBytes[] {
  const bytes: PositionedBytes[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const [position, buffer] = pairs.slice(at, at + 2);
    if (position === undefined || buffer === undefined) break;
    bytes.push([context.getNumber(position), readBytes(context, buffer)]);
  }
  return bytes;
}

/** Reads bytes and copies them immediately, because the view becomes invalid when the memory grows. */
function readBytes(context: QuickJSContext, buffer: QuickJSHandle): Uint8Array<ArrayBuffer> {
  return context.getArrayBuffer(buffer).consume((view) => new Uint8Array(view.value));
}
