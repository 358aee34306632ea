import releaseSync from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type StaticJSValue,
  StaticLifetime,
} from "quickjs-emscripten-core";
import { GUEST_SOURCE } from "./generated/guest.ts";
import { readThrown } from "./guest-errors.ts";

/** WebAssembly pages (64 KiB) that every memory begins with: 16 MiB. An idle machine never grows. */
export const INITIAL_PAGES = 256;

/** Bytes of guest recursion; with a 16 MB thread stack every overflow is a guest error. */
const GUEST_STACK_BYTES = 262_144;

/** File name of the bootstrap in guest stacks. */
const GUEST_FILE = "botwright:guest";

/** The types see the package's CommonJS face, which wraps the variant once more than Node does. */
const RELEASE_SYNC: QuickJSSyncVariant =
  "default" in releaseSync ? releaseSync.default : releaseSync;

/** What the guest asks of its host while it runs. Set on the instance before every slice. */
export interface GuestHost {
  /** A host call: number within the call, operation, arguments as JSON, and bytes by position. */
  request(id: number, operation: string, json: string, bytes: [number, Uint8Array][]): void;
  settle(ok: boolean, json: string): void;
  log(level: string, text: string): void;
  media(): Uint8Array | undefined;
  /** Whether to stop the guest now; asked about every 10,000 steps. */
  interrupted(): boolean;
}

/** The functions by which the host enters the guest. */
type Entry = "run" | "receive" | "adopt";

/** Where they lie in memory. */
export type EntryPointers = Readonly<Record<Entry, StaticJSValue["value"]>>;

/** One virtual machine: a memory, and the tables of the library that belong to it. */
export interface Instance {
  readonly context: QuickJSContext;
  readonly runtime: QuickJSRuntime;
  /** The live memory; taken anew each time, for growth makes another. */
  memory(): Uint8Array;
  /** Enlarges the memory through the allocator, for the library follows only its own growth. */
  malloc(bytes: number): number;
  readonly entries: Readonly<Record<Entry, StaticJSValue>>;
  /** Where the library's own objects lie: alike in all instances that may share images. */
  readonly fingerprint: string;
  host: GuestHost;
}

/** What instances are made from. */
export interface InstanceOptions {
  wasmModule: WebAssembly.Module;
  /** Cap of the memory in WebAssembly pages of 64 KiB. */
  maximumPages: number;
}

/** A machine that has not yet run any code, and its emscripten module. */
export type BareInstance = Omit<Instance, "entries" | "fingerprint">;

/** Creates a runtime and context: the same steps in the same order everywhere. */
export async function createBareInstance(options: InstanceOptions): Promise<BareInstance> {
  const wasmMemory = new WebAssembly.Memory({
    initial: INITIAL_PAGES,
    maximum: options.maximumPages,
  });
  // A fixed program name: otherwise argv shifts the heap, and images do not fit other threads.
  const emscriptenModule: object = { thisProgram: "q" };
  const variant = newVariant(RELEASE_SYNC, {
    wasmModule: options.wasmModule,
    wasmMemory,
    emscriptenModule,
  });
  const { module, malloc } = await instantiate(variant);
  const runtime = module.newRuntime();
  runtime.setMemoryLimit(options.maximumPages * 65_536);
  runtime.setMaxStackSize(GUEST_STACK_BYTES);
  const instance: BareInstance = {
    runtime,
    context: runtime.newContext(),
    host: idleHost,
    malloc,
    memory: () => new Uint8Array(wasmMemory.buffer),
  };
  runtime.setInterruptHandler(() => instance.host.interrupted());
  const { context } = instance;
  // Lazily made statics would lie elsewhere in each instance.
  void [context.global, context.undefined, context.null, context.true, context.false];
  return instance;
}

/** Gives a fresh machine its host functions and evaluates the bootstrap. */
export async function createInstance(options: InstanceOptions): Promise<Instance> {
  const bare = await createBareInstance(options);
  const { context } = bare;
  const hostFunctions = defineHostFunctions(bare);
  const evalOptions = { type: "global", strict: true } as const;
  const boot = unwrap(context, context.evalCode(GUEST_SOURCE, GUEST_FILE, evalOptions));
  const made = unwrap(context, context.callFunction(boot, context.undefined, ...hostFunctions));
  const entries = {
    run: keep(context.getProp(made, 0), bare.runtime),
    receive: keep(context.getProp(made, 1), bare.runtime),
    adopt: keep(context.getProp(made, 2), bare.runtime),
  };
  return Object.assign(bare, { entries, fingerprint: fingerprintOf(context, hostFunctions) });
}

/** A machine for a base image that exists already: without evaluating anything. */
export async function createInstanceFor(
  base: { fingerprint: string; entries: EntryPointers },
  options: InstanceOptions,
): Promise<Instance> {
  const bare = await createBareInstance(options);
  const fingerprint = fingerprintOf(bare.context, defineHostFunctions(bare));
  if (fingerprint !== base.fingerprint) {
    throw new Error("the base image was made by another WebAssembly build");
  }
  const handle = (pointer: StaticJSValue["value"]): StaticJSValue =>
    new StaticLifetime(pointer, bare.runtime);
  const { run, receive, adopt } = base.entries;
  const entries = { run: handle(run), receive: handle(receive), adopt: handle(adopt) };
  return Object.assign(bare, { entries, fingerprint });
}

function unwrap(
  context: QuickJSContext,
  result: ReturnType<QuickJSContext["evalCode"]>,
): QuickJSHandle {
  if (result.error === undefined) return result.value;
  const { name, message, stack } = readThrown(context, result.error);
  throw new Error(`the bootstrap failed: ${name}: ${message}\n${stack}`);
}

/** A handle that nothing ever frees. */
function keep(handle: QuickJSHandle, runtime: QuickJSRuntime): StaticJSValue {
  return new StaticLifetime(handle.value as StaticJSValue["value"], runtime);
}

function fingerprintOf(context: QuickJSContext, hostFunctions: QuickJSHandle[]): string {
  return [context.global, ...hostFunctions].map((handle) => handle.value).join();
}

/** The handles stay alive for ever: a freed host function could not be brought back by an image. */
function defineHostFunctions(instance: BareInstance): QuickJSHandle[] {
  const { context } = instance;
  const request = context.newFunction("request", (id, operation, json, ...pairs) => {
    const bytes: [number, Uint8Array][] = [];
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const [position, buffer] = [pairs[at], pairs[at + 1]];
      if (position === undefined || buffer === undefined) break;
      const copy = context.getArrayBuffer(buffer).consume((view) => view.value.slice());
      bytes.push([context.getNumber(position), copy]);
    }
    instance.host.request(
      context.getNumber(id),
      context.getString(operation),
      context.getString(json),
      bytes,
    );
  });
  const settle = context.newFunction("settle", (ok, json) => {
    instance.host.settle(context.getNumber(ok) === 1, context.getString(json));
  });
  const log = context.newFunction("log", (level, text) => {
    instance.host.log(context.getString(level), context.getString(text));
  });
  const media = context.newFunction("media", () => {
    const bytes = instance.host.media();
    return bytes === undefined ? context.null : newArrayBuffer(context, bytes);
  });
  return [request, settle, log, media];
}

/** Copies bytes into the guest. */
export function newArrayBuffer(context: QuickJSContext, bytes: Uint8Array): QuickJSHandle {
  const whole = bytes.byteLength === bytes.buffer.byteLength;
  return context.newArrayBuffer(whole ? bytes.buffer : bytes.slice().buffer);
}

async function instantiate(variant: QuickJSSyncVariant): Promise<{
  module: Awaited<ReturnType<typeof newQuickJSWASMModuleFromVariant>>;
  malloc(bytes: number): number;
}> {
  let malloc = (_bytes: number): number => 0;
  const module = await newQuickJSWASMModuleFromVariant({
    ...variant,
    async importModuleLoader() {
      const found = await variant.importModuleLoader();
      // What `newVariant` makes is always the loader itself.
      if (!isLoader(found)) throw new TypeError("the variant has no loader");
      const load = found;
      return async (options) => {
        const emscripten = await load(options);
        malloc = (bytes) => emscripten._malloc(bytes);
        return emscripten;
      };
    },
  });
  return { module, malloc: (bytes) => malloc(bytes) };
}

type Loader = Awaited<ReturnType<QuickJSSyncVariant["importModuleLoader"]>>;

function isLoader(found: Loader): found is Exclude<Loader, { default: unknown }> {
  return typeof found === "function";
}

/** Between slices nothing may run. */
export const idleHost: GuestHost = {
  request: () => {},
  settle: () => {},
  log: () => {},
  media: () => undefined,
  interrupted: () => false,
};
