import {
  type BorrowedHeapCharPointer,
  type HostRefId,
  type JSContextPointer,
  type JSContextPointerPointer,
  type JSRuntimePointer,
  type JSValueConstPointer,
  type JSValueConstPointerPointer,
  type JSValuePointer,
  Lifetime,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  StaticLifetime,
} from "quickjs-emscripten-core";
import type { QuickJS } from "./quickjs.ts";

/** A value that the host passes to the guest; bytes are passed as a handle. */
export type GuestArgument = string | number | QuickJSHandle;

/** A function that the guest can call. Without a result the guest gets `undefined`. */
type HostFunction = (...args: QuickJSHandle[]) => QuickJSHandle | undefined;

/**
 * Calls between host and guest, without the library's bookkeeping.
 *
 * A host call of a plugin crosses the border three times: the guest calls a host function, the host calls the guest
 * with the answer, and the host runs the promise jobs that follow. Each time the library creates a scope that records
 * what to free, a generator for functions that may be asynchronous, and several short-lived allocations in the
 * machine; that took a quarter of a call's time. This module does the same with the library's low-level functions, and
 * with a few words of the machine's memory that are allocated once.
 */
export interface Crossing {
  /** Creates a function that the guest can call. It must never be freed. */
  newFunction(name: string, work: HostFunction): QuickJSHandle;
  /**
   * Calls a guest function, then frees the arguments.
   *
   * @param assertMade called with each argument before; throws if the engine had no memory for it
   * @returns what the guest has thrown, if anything
   */
  call(
    entry: QuickJSHandle,
    args: readonly GuestArgument[],
    assertMade: (value: QuickJSHandle) => void,
  ): QuickJSHandle | undefined;
  /** Runs at most this many promise jobs; returns how many, or undefined when one of them has thrown. */
  runJobs(most: number): number | undefined;
}

/** A machine's runtime and context, and the calls between host and guest. */
export interface MachineContext {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly crossing: Crossing;
}

/** Most arguments of a guest function. */
const MAX_ARGUMENTS = 4;
/** The words that are allocated once: the addresses of arguments, and that of the context of the last job. */
const WORDS = MAX_ARGUMENTS + 1;

/** Creates the runtime and the context of a machine. */
export function createMachineContext({ module, emscripten, wasmMemory }: QuickJS): MachineContext {
  const ffi = module.getFFI();
  // The library does not expose its pointers, so this reads them when the library creates the context.
  let pointers: { runtime: JSRuntimePointer; context: JSContextPointer } | undefined;
  const newContext = ffi.QTS_NewContext;
  ffi.QTS_NewContext = (owner, intrinsics) => {
    const created = newContext(owner, intrinsics);
    pointers = { runtime: owner, context: created };
    return created;
  };
  const runtime = module.newRuntime();
  const context = runtime.newContext();
  if (pointers === undefined) throw new TypeError("the library has created no context");
  const { runtime: runtimePointer, context: contextPointer } = pointers;
  // oxlint-disable typescript/no-unsafe-type-assertion, no-underscore-dangle -- brands of one and the same number
  const wordsAt = emscripten._malloc(WORDS * Int32Array.BYTES_PER_ELEMENT);
  let words = new Int32Array(wasmMemory.buffer, wordsAt, WORDS);
  const argumentsPointer = wordsAt as JSValueConstPointerPointer;
  const jobPointer = (wordsAt +
    MAX_ARGUMENTS * Int32Array.BYTES_PER_ELEMENT) as JSContextPointerPointer;
  const nothing = 0 as JSValuePointer;
  const functions: HostFunction[] = [];

  function readWords(): Int32Array {
    // The memory's growth replaces its buffer.
    if (words.buffer !== wasmMemory.buffer) {
      words = new Int32Array(wasmMemory.buffer, wordsAt, WORDS);
    }
    return words;
  }

  /** Copies a text without NUL into the machine. */
  function newText(text: string): JSValuePointer {
    const length = Buffer.byteLength(text);
    const at = emscripten._malloc(length + 1);
    const bytes = Buffer.from(wasmMemory.buffer, at, length + 1);
    bytes.write(text);
    bytes[length] = 0;
    const value = ffi.QTS_NewString(contextPointer, at as BorrowedHeapCharPointer);
    emscripten._free(at);
    return value;
  }

  function free(pointer: JSValuePointer): void {
    ffi.QTS_FreeValuePointer(contextPointer, pointer);
  }

  function copy(pointer: JSValuePointer | JSValueConstPointer): JSValuePointer {
    return ffi.QTS_DupValuePointer(contextPointer, pointer);
  }

  function handleOf(pointer: JSValuePointer): QuickJSHandle {
    return new Lifetime(pointer, copy, free, runtime);
  }

  function newHandle(arg: GuestArgument): QuickJSHandle {
    if (arg instanceof Lifetime) return arg;
    return handleOf(
      typeof arg === "string" ? newText(arg) : ffi.QTS_NewFloat64(contextPointer, arg),
    );
  }

  // The engine calls this for every function of the host; all of them are synchronous.
  emscripten.callbacks.callFunction = (_asyncify, _context, _this, count, args, id) => {
    try {
      const handles: QuickJSHandle[] = [];
      for (let index = 0; index < count; index++) {
        // The arguments belong to the guest.
        handles.push(new StaticLifetime(ffi.QTS_ArgvGetJSValueConstPointer(args, index), runtime));
      }
      const result = functions[id - 1]?.(...handles);
      if (result === undefined) return nothing;
      const pointer = copy(result.value);
      result.dispose();
      return pointer;
    } catch (error) {
      return context.throw(error instanceof Error ? error : new Error(String(error)));
    }
  };

  const crossing: Crossing = {
    newFunction(name, work) {
      // Ids start at 1, because 0 means no function to the engine.
      const id = functions.push(work) as HostRefId;
      return handleOf(ffi.QTS_NewFunction(contextPointer, name, work.length, false, id));
    },
    call(entry, args, assertMade) {
      const handles = args.map(newHandle);
      for (const handle of handles) assertMade(handle);
      readWords().set(handles.map(({ value }) => value));
      const { value } = context.undefined;
      const result = ffi.QTS_Call(
        contextPointer,
        entry.value,
        value,
        handles.length,
        argumentsPointer,
      );
      const thrown = ffi.QTS_ResolveException(contextPointer, result);
      free(result);
      for (const handle of handles) handle.dispose();
      return thrown === nothing ? undefined : handleOf(thrown);
    },
    runJobs(most) {
      readWords()[MAX_ARGUMENTS] = 0;
      const result = handleOf(ffi.QTS_ExecutePendingJob(runtimePointer, most, jobPointer));
      // Without a job there is no context.
      const isNumber = readWords()[MAX_ARGUMENTS] === 0 || context.typeof(result) === "number";
      const ran = isNumber ? context.getNumber(result) : undefined;
      result.dispose();
      return ran;
    },
  };
  // oxlint-enable typescript/no-unsafe-type-assertion, no-underscore-dangle
  return { runtime, context, crossing };
}
