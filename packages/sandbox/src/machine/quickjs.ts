import releaseSync from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSEmscriptenModule,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";
import { inUtc } from "./utc.ts";

/** The package's CommonJS types wrap the variant once more than Node does. */
export const RELEASE_SYNC: QuickJSSyncVariant =
  "default" in releaseSync ? releaseSync.default : releaseSync;

/** Bytes of a WebAssembly page. */
export const WASM_PAGE = 65_536;

/** Rounds down to whole pages, the unit of WebAssembly memories. */
export function wholePages(bytes: number): number {
  return Math.floor(bytes / WASM_PAGE) * WASM_PAGE;
}

/** The pages that hold these bytes. */
export function pagesOf(bytes: number): number {
  return Math.ceil(bytes / WASM_PAGE);
}

/** Initial WebAssembly pages (64 KiB) of every memory: 16 MiB, which an idle machine never exceeds. */
export const INITIAL_PAGES = 256;

/** Options of an instance. */
export interface InstanceOptions {
  wasmModule: WebAssembly.Module;
  /** Maximum of the memory in WebAssembly pages of 64 KiB: the only effective memory limit. */
  maximumPages: number;
  /** Called often while a guest runs. It may block the thread for some milliseconds, so that others get its core. */
  yieldCore?: (() => void) | undefined;
}

/**
 * Called when the memory has to grow to a size; returns the size that the memory may have, so that a call can
 * have a lower limit than the machine. A smaller result than the requested size refuses the growth.
 */
export type GrowTo = (memoryBytes: number) => number;

/** The engine with a memory of its own. */
export interface QuickJS {
  readonly module: QuickJSWASMModule;
  readonly wasmMemory: WebAssembly.Memory;
  /** The layer below the library. */
  readonly emscripten: QuickJSEmscriptenModule;
  /** Grows the memory through the allocator, because the library only notices its own growth. */
  readonly malloc: (bytes: number) => number;
}

/** Instantiates the engine in a new memory. */
export async function instantiateQuickJS(
  { wasmModule, maximumPages }: InstanceOptions,
  growTo: GrowTo,
): Promise<QuickJS> {
  const wasmMemory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: maximumPages });
  const grow = wasmMemory.grow.bind(wasmMemory);
  // Grow to the limit in one step: the final size must not depend on the sequence of requests, and
  // untouched pages cost nothing. An error tells the engine's allocator that memory is used up.
  wasmMemory.grow = (pages) => {
    const size = wasmMemory.buffer.byteLength;
    const granted = growTo(size + pages * WASM_PAGE);
    if (granted < size + pages * WASM_PAGE)
      throw new RangeError("the call may have no more memory");
    return grow(Math.floor((granted - size) / WASM_PAGE));
  };
  // A fixed program name: argv would otherwise shift the heap, and images would not fit other threads.
  const emscriptenModule: object = { thisProgram: "q" };
  const variant = newVariant(inUtc(RELEASE_SYNC, wasmMemory), {
    wasmModule,
    wasmMemory,
    emscriptenModule,
  });
  let loaded: Pick<QuickJS, "emscripten" | "malloc"> | undefined;
  const module = await newQuickJSWASMModuleFromVariant({
    ...variant,
    async importModuleLoader() {
      const load = await variant.importModuleLoader();
      // `newVariant` always returns the loader itself.
      if (!isLoader(load)) throw new TypeError("the variant has no loader");
      return async (loaderOptions) => {
        const emscripten = await load(loaderOptions);
        // oxlint-disable no-underscore-dangle -- emscripten's name
        const allocate = emscripten._malloc.bind(emscripten);
        loaded = { emscripten, malloc: (bytes) => allocate(bytes) };
        // The library does not check for failed allocations and would write to address 0.
        emscripten._malloc = (bytes) => {
          const pointer = allocate(bytes);
          if (pointer === 0) throw new Error("out of memory");
          return pointer;
        };
        // oxlint-enable no-underscore-dangle
        return emscripten;
      };
    },
  });
  if (loaded === undefined) throw new TypeError("the variant made no module");
  return { module, wasmMemory, ...loaded };
}

type Loader = Awaited<ReturnType<QuickJSSyncVariant["importModuleLoader"]>>;

function isLoader(found: Loader): found is Exclude<Loader, { default: unknown }> {
  return typeof found === "function";
}
