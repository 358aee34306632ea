import releaseSync from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";
import { inUtc } from "./utc.ts";

/** The types see the package's CommonJS face, which wraps the variant once more than Node does. */
export const RELEASE_SYNC: QuickJSSyncVariant =
  "default" in releaseSync ? releaseSync.default : releaseSync;

/** Bytes of a page of WebAssembly. */
export const WASM_PAGE = 65_536;

/** The bytes of the whole pages in so many bytes: WebAssembly knows no smaller unit. */
export function wholePages(bytes: number): number {
  return Math.floor(bytes / WASM_PAGE) * WASM_PAGE;
}

/** WebAssembly pages (64 KiB) that every memory begins with: 16 MiB. An idle machine never grows. */
export const INITIAL_PAGES = 256;

/** What instances are made from. */
export interface InstanceOptions {
  wasmModule: WebAssembly.Module;
  /** Cap of the memory in WebAssembly pages of 64 KiB: the only limit of memory that holds. */
  maximumPages: number;
}

/**
 * Asked when the memory has to grow to so many bytes: how many it may have in all, so that one call
 * can be given less than the machine can have. Less than asked for refuses.
 */
export type GrowTo = (memoryBytes: number) => number;

/** The engine with a memory of its own. */
export interface QuickJS {
  readonly module: QuickJSWASMModule;
  readonly wasmMemory: WebAssembly.Memory;
  /** Enlarges the memory through the allocator, for the library follows only its own growth. */
  readonly malloc: (bytes: number) => number;
}

/** Instantiates the engine in a new memory. */
export async function instantiateQuickJS(
  { wasmModule, maximumPages }: InstanceOptions,
  growTo: GrowTo,
): Promise<QuickJS> {
  const wasmMemory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: maximumPages });
  const grow = wasmMemory.grow.bind(wasmMemory);
  // All at once: where memory ends must not depend on the steps in which it was asked for. What is
  // not touched costs nothing. The engine's allocator takes an error here for memory that is used up.
  wasmMemory.grow = (pages) => {
    const size = wasmMemory.buffer.byteLength;
    const granted = growTo(size + pages * WASM_PAGE);
    if (granted < size + pages * WASM_PAGE)
      throw new RangeError("the call may have no more memory");
    return grow(Math.floor((granted - size) / WASM_PAGE));
  };
  // A fixed program name: otherwise argv shifts the heap, and images do not fit other threads.
  const emscriptenModule: object = { thisProgram: "q" };
  const variant = newVariant(inUtc(RELEASE_SYNC, wasmMemory), {
    wasmModule,
    wasmMemory,
    emscriptenModule,
  });
  let malloc: ((bytes: number) => number) | undefined;
  const module = await newQuickJSWASMModuleFromVariant({
    ...variant,
    async importModuleLoader() {
      const load = await variant.importModuleLoader();
      // What `newVariant` makes is always the loader itself.
      if (!isLoader(load)) throw new TypeError("the variant has no loader");
      return async (loaderOptions) => {
        const emscripten = await load(loaderOptions);
        // oxlint-disable no-underscore-dangle -- emscripten's name
        const allocate = emscripten._malloc.bind(emscripten);
        malloc = (bytes) => allocate(bytes);
        // The library does not look whether there was memory, and would write to address 0.
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
  if (malloc === undefined) throw new TypeError("the variant made no module");
  return { module, wasmMemory, malloc };
}

type Loader = Awaited<ReturnType<QuickJSSyncVariant["importModuleLoader"]>>;

function isLoader(found: Loader): found is Exclude<Loader, { default: unknown }> {
  return typeof found === "function";
}
