import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import { compute } from "./guest-services/compute.ts";

/** A byte argument, and its position among the arguments. */
export type PositionedBytes = readonly [position: number, bytes: Uint8Array<ArrayBuffer>];

/** What the guest can ask of its host while it runs. */
export interface GuestHost {
  /** A host call: number within the call, operation, arguments as JSON, and bytes by position. */
  request(id: number, operation: string, json: string, bytes: PositionedBytes[]): void;
  settle(ok: boolean, json: string): void;
  log(level: string, text: string): void;
  /** The medium of the message. */
  media(): Uint8Array | undefined;
  /** That many bytes that nobody can foretell. */
  random(length: number): Uint8Array;
  /** The memory has to grow to so many bytes: how many it may have, in whole pages of 64 KiB. */
  growTo(memoryBytes: number): number;
  /** Whether to stop the guest now; asked about every 10,000 steps. */
  interrupted(): boolean;
}

/** The host between slices, when nothing runs. */
export const idleHost: GuestHost = {
  request: () => {},
  settle: () => {},
  log: () => {},
  media: () => undefined,
  random: (length) => new Uint8Array(length),
  growTo: (memoryBytes) => memoryBytes,
  interrupted: () => false,
};

/**
 * Makes the functions that lead from guest to host; `machine.host` answers. Always the same in the
 * same order, and never freed: an image could not bring a freed host function back.
 */
export function defineHostFunctions(machine: {
  readonly context: QuickJSContext;
  readonly host: GuestHost;
}): QuickJSHandle[] {
  const { context } = machine;
  return [
    context.newFunction("request", (id, call, ...pairs) => {
      // One text for both, as each value that crosses costs about a microsecond.
      const text = context.getString(call);
      const space = text.indexOf(" ");
      const [operation, json] = [text.slice(0, space), text.slice(space + 1)];
      machine.host.request(context.getNumber(id), operation, json, readPairs(context, pairs));
    }),
    context.newFunction("settle", (ok, json) => {
      machine.host.settle(context.getNumber(ok) === 1, context.getString(json));
    }),
    context.newFunction("log", (level, text) => {
      machine.host.log(context.getString(level), context.getString(text));
    }),
    context.newFunction("media", () => {
      const bytes = machine.host.media();
      return bytes === undefined ? context.null : newArrayBuffer(context, bytes);
    }),
    context.newFunction("compute", (kind, json, ...buffers) => {
      const bytes = buffers.map((buffer) => readBytes(context, buffer));
      const result = compute(context.getString(kind), context.getString(json), bytes);
      if (result === undefined) return context.null;
      return typeof result === "string"
        ? context.newString(result)
        : newArrayBuffer(context, result);
    }),
    context.newFunction("random", (length) => {
      const wanted = Math.min(context.getNumber(length), RANDOM_BYTES);
      return newArrayBuffer(context, machine.host.random(wanted));
    }),
  ];
}

/** Most random bytes at once, as the Web has it. */
const RANDOM_BYTES = 65_536;

/** Copies bytes into the guest: never more of their buffer than themselves. */
export function newArrayBuffer(context: QuickJSContext, bytes: Uint8Array): QuickJSHandle {
  const whole = bytes.byteLength === bytes.buffer.byteLength;
  return context.newArrayBuffer(whole ? bytes.buffer : new Uint8Array(bytes).buffer);
}

function readPairs(context: QuickJSContext, pairs: QuickJSHandle[]): PositionedBytes[] {
  const bytes: PositionedBytes[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const [position, buffer] = pairs.slice(at, at + 2);
    if (position === undefined || buffer === undefined) break;
    bytes.push([context.getNumber(position), readBytes(context, buffer)]);
  }
  return bytes;
}

/** Copied at once: the view dies when the memory grows. */
function readBytes(context: QuickJSContext, buffer: QuickJSHandle): Uint8Array<ArrayBuffer> {
  return context.getArrayBuffer(buffer).consume((view) => new Uint8Array(view.value));
}
