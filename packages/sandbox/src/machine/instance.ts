import {
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  StaticLifetime,
  type StaticJSValue,
} from "quickjs-emscripten-core";
import { createMachineContext, type Crossing } from "./crossing.ts";
import { GUEST_PARTS } from "../generated/guest.ts";
import type { Entry, EntryPointers } from "../protocol/memory-image.ts";
import { defineHostFunctions, type GuestHost, idleHost } from "./host-functions.ts";
import { type InstanceOptions, instantiateQuickJS } from "./quickjs.ts";

/** Stack bytes for guest recursion; with a thread stack of 16 MiB every overflow is a guest error. */
const GUEST_STACK_BYTES = 262_144;

/** File name of the bootstrap in guest stacks. */
const GUEST_FILE = "botwright:guest";

/** A machine without the bootstrap. */
export interface BareInstance {
  readonly context: QuickJSContext;
  readonly crossing: Crossing;
  readonly wasmMemory: WebAssembly.Memory;
  /** The live memory; read it anew each time, because growth replaces the buffer. */
  memory(): Uint8Array;
  readonly malloc: (bytes: number) => number;
  /** Answers the guest; set for every slice. */
  host: GuestHost;
  /** See {@link InstanceOptions}. */
  readonly yieldCore: () => void;
}

/** One virtual machine: a memory, and the tables of the library that belong to it. */
export interface Instance extends BareInstance {
  readonly entries: Readonly<Record<Entry, StaticJSValue>>;
  /** Identifies the addresses of the library's own objects; instances that share images must have the same. */
  readonly fingerprint: string;
}

/** Creates a runtime and context, by the same steps in the same order in every instance. */
export async function createBareInstance(options: InstanceOptions): Promise<BareInstance> {
  let instance: BareInstance | undefined;
  const quickJS = await instantiateQuickJS(
    options,
    (bytes) => instance?.host.growTo(bytes) ?? bytes,
  );
  const { runtime, context, crossing } = createMachineContext(quickJS);
  runtime.setMaxStackSize(GUEST_STACK_BYTES);
  const { yieldCore = () => {} } = options;
  const made: BareInstance = {
    context,
    crossing,
    host: idleHost,
    malloc: quickJS.malloc,
    yieldCore,
    wasmMemory: quickJS.wasmMemory,
    memory: () => new Uint8Array(quickJS.wasmMemory.buffer),
  };
  instance = made;
  runtime.setInterruptHandler(() => {
    yieldCore();
    return made.host.interrupted();
  });
  // Allocate lazy statics now: later their addresses would differ between instances.
  void [context.global, context.undefined, context.null, context.true, context.false];
  return made;
}

/** Gives a fresh machine its host functions and evaluates the bootstrap. */
export function bootInstance(bare: BareInstance): Instance {
  const { context } = bare;
  const hostFunctions = defineHostFunctions(bare);
  // The host evaluates the bootstrap's parts: a guest that did so would keep a copy of each text meanwhile, and the
  // holes that the copies leave in its heap would scatter a plugin's later allocations.
  const shared = context.newObject();
  for (const source of GUEST_PARTS) {
    const part = unwrap(context, context.evalCode(source, GUEST_FILE));
    unwrap(context, context.callFunction(part, context.undefined, shared)).dispose();
    part.dispose();
  }
  const boot = context.getProp(shared, "boot");
  shared.dispose();
  const made = unwrap(context, context.callFunction(boot, context.undefined, hostFunctions));
  const entry = (index: number): StaticJSValue =>
    keep(context.getProp(made, index), context.runtime);
  const entries = { run: entry(0), receive: entry(1), adopt: entry(2), describe: entry(3) };
  return Object.assign(bare, { entries, fingerprint: fingerprintOf(context, hostFunctions) });
}

/**
 * Creates a machine for an existing base image, without evaluating the bootstrap: the bootstrap's objects
 * are part of the image, and `restore` writes them before each call. Its entries are addressed by the
 * pointers that the builder of the image recorded.
 */
export async function createInstanceFor(
  base: { fingerprint: string; entries: EntryPointers },
  options: InstanceOptions,
): Promise<Instance> {
  const bare = await createBareInstance(options);
  const fingerprint = fingerprintOf(bare.context, defineHostFunctions(bare));
  if (fingerprint !== base.fingerprint) {
    throw new Error("the base image was made by another WebAssembly build");
  }
  const entry = (pointer: StaticJSValue["value"]): StaticJSValue =>
    new StaticLifetime(pointer, bare.context.runtime);
  const { run, receive, adopt, describe } = base.entries;
  const entries = {
    run: entry(run),
    receive: entry(receive),
    adopt: entry(adopt),
    describe: entry(describe),
  };
  return Object.assign(bare, { entries, fingerprint });
}

/**
 * Describes the handles of the library's objects, which must be the same in all instances that share
 * images.
 */
function fingerprintOf(context: QuickJSContext, hostFunctions: QuickJSHandle[]): string {
  return [context.global, ...hostFunctions].map((handle) => handle.value).join();
}

/** Returns the value of a step of the bootstrap, which is the sandbox's own code and must not fail. */
function unwrap(
  context: QuickJSContext,
  result: ReturnType<QuickJSContext["evalCode"]>,
): QuickJSHandle {
  if (result.error === undefined) return result.value;
  throw new Error(`the bootstrap failed: ${JSON.stringify(context.dump(result.error))}`);
}

/** Creates a handle that is never freed. */
function keep(handle: QuickJSHandle, runtime: QuickJSRuntime): StaticJSValue {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- brands of one and the same number
  return new StaticLifetime(handle.value as StaticJSValue["value"], runtime);
}
