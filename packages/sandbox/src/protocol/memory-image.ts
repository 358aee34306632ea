/**
 * The images of machines, which the main thread stores and passes between its workers.
 *
 * @module
 */
import type { StaticJSValue } from "quickjs-emscripten-core";

/** The blocks of a memory that differ from its parent image. */
export interface DirtyBlocks {
  /** Block numbers, ascending. */
  readonly blocks: Uint32Array;
  /** Block contents, concatenated. */
  readonly bytes: Uint8Array;
}

/**
 * Where a virtual machine's state is in its memory: static data in `[0, dataEnd)`, the C stack in
 * `[dataEnd, heapStart)`, and the heap from `heapStart` on. Between host entries the stack is empty, so
 * that images leave it out.
 *
 * Images form a chain of at most three: the base image is complete, a plugin's image is a diff against the
 * base, and a suspended call is a diff against its plugin's image. A diff holds the 128-byte blocks that
 * differ, wherever they are. The chain is valid only in machines whose library objects have the same
 * addresses (see `fingerprint` in `machine/instance.ts`), because a diff contains pointers.
 */
export interface Layout {
  /** End of the static data, which starts at 0. */
  readonly dataEnd: number;
  readonly heapStart: number;
  /** Address of the 32-bit word that holds the end of the heap. */
  readonly heapEndWord: number;
}

/** The memory of a hardened machine before any plugin was loaded; all other images are diffs against it. */
export interface BaseImage {
  readonly layout: Layout;
  readonly end: number;
  readonly data: Uint8Array;
  readonly heap: Uint8Array;
}

/** The blocks in which a memory differs from its parent image. */
export interface MemoryDiff extends DirtyBlocks {
  /** End of the heap, rounded up to a page. */
  readonly end: number;
}

/** A diff in shared memory that two threads may want at the same time: see `memory-claim.ts`. */
export interface ClaimableDiff extends MemoryDiff {
  /** The value of the claim word as long as no thread has claimed the diff. */
  readonly ticket: number;
}

/** A plugin's image: the base and the plugin's diff. */
export interface PluginImage {
  readonly end: number;
  readonly base: BaseImage;
  readonly diff: MemoryDiff;
  /** The diff again, as ready-made pieces in this thread's memory. */
  readonly extents?: readonly Extent[];
}

/** A contiguous piece of memory and its address. */
export interface Extent {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** The guest functions that the host calls. */
export type Entry = "run" | "receive" | "adopt" | "describe";

/** Their addresses in memory. */
export type EntryPointers = Readonly<Record<Entry, StaticJSValue["value"]>>;

/** A base image, and the fingerprint of the engine instances for which it is valid. */
export interface Base {
  readonly image: BaseImage;
  readonly fingerprint: string;
  readonly entries: EntryPointers;
}

/** Copies a base image into memory that threads can share. */
export function shareBaseImage({ layout, end, data, heap }: BaseImage): BaseImage {
  return { layout, end, data: sharedCopy(data), heap: sharedCopy(heap) };
}

/** Allocates memory that threads can share. */
export function allocateShared(bytes: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(bytes));
}

/** Copies bytes into memory that threads can share. */
export function sharedCopy(bytes: Uint8Array): Uint8Array {
  const copy = allocateShared(bytes.byteLength);
  copy.set(bytes);
  return copy;
}
