import { FIND_CHANGES } from "../../generated/find-changes.ts";
import {
  allocateShared,
  type BaseImage,
  type MemoryDiff,
  type PluginImage,
} from "../../protocol/memory-image.ts";
import { pagesOf } from "../quickjs.ts";
import { BLOCK, readBlocks } from "./dirty-blocks.ts";
import { heapEnd } from "./image.ts";
import { type Pace, pieces } from "./pace.ts";

/** Finds and copies the blocks in which a machine's memory differs from an image. */
export interface Changes {
  /** The base image in this thread's own memory: copying from shared memory is three times slower. */
  readonly base: BaseImage;
  take(
    memory: WebAssembly.Memory,
    image: PluginImage,
    allocate?: (bytes: number) => Uint8Array,
  ): MemoryDiff;
  /** Returns undefined when more than `maxBytes` differ, before memory is allocated for them. */
  takeBounded(
    memory: WebAssembly.Memory,
    image: PluginImage,
    maxBytes: number,
  ): MemoryDiff | undefined;
}

/** The exported function of `find-changes.wat`. */
type Find = (...parameters: number[]) => number;

const WORD = Uint32Array.BYTES_PER_ELEMENT;

/**
 * Compares memories of at most `memoryBytes` with images over this base.
 *
 * QuickJS does not record what it writes, so the search compares the memory up to the heap's end, without the C stack.
 * The search is WebAssembly, which can read only WebAssembly memories. So it has a memory of its own, which holds the
 * base and, behind it, the plugin's diff and the numbers of the found blocks. That memory has room for the largest
 * diff, so that it need not grow; pages that are never written cost nothing.
 */
export function createChanges(shared: BaseImage, memoryBytes: number, pace: Pace): Changes {
  const { layout, end: baseEnd } = shared;
  const { dataEnd, heapStart } = layout;
  const mostBlocks = Math.ceil(memoryBytes / BLOCK);
  // A diff's block numbers and contents, and the numbers that are found.
  const pages = pagesOf(baseEnd + mostBlocks * (WORD + BLOCK + WORD));
  const own = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const base: BaseImage = {
    layout,
    end: baseEnd,
    data: new Uint8Array(own.buffer, 0, dataEnd),
    heap: new Uint8Array(own.buffer, heapStart, baseEnd - heapStart),
  };
  base.data.set(shared.data);
  base.heap.set(shared.heap);
  const module = new WebAssembly.Module(Buffer.from(FIND_CHANGES, "base64"));
  const image = { memory: own, dataEnd, baseEnd };
  /** The search in the machine that was compared last. */
  let search: { find: Find; memory: WebAssembly.Memory } | undefined;
  /** The diff that lies behind the base; weak, because its plugin may be removed. */
  let shown: WeakRef<MemoryDiff> | undefined;

  function searchIn(memory: WebAssembly.Memory): Find {
    if (search?.memory === memory) return search.find;
    const { exports } = new WebAssembly.Instance(module, { machine: { memory }, image });
    const { findChanges: find } = exports;
    if (find === undefined) throw new TypeError("the WebAssembly has no findChanges");
    search = { find, memory };
    return find;
  }

  /** Returns the numbers of the blocks below `end` that differ, at most this many. */
  function findBlocks(
    memory: WebAssembly.Memory,
    diff: MemoryDiff,
    end: number,
    most: number,
  ): Uint32Array {
    const { blocks, bytes } = diff;
    const bytesAt = baseEnd + blocks.byteLength;
    const foundAt = bytesAt + bytes.byteLength;
    if (shown?.deref() !== diff) {
      new Uint32Array(own.buffer, baseEnd, blocks.length).set(blocks);
      const copied = new Uint8Array(own.buffer, bytesAt, bytes.length);
      for (const [from, to] of pieces(0, bytes.length, pace)) {
        copied.set(bytes.subarray(from, to), from);
      }
      shown = new WeakRef(diff);
    }
    const find = searchIn(memory);
    let count = 0;
    /** The first of the diff's blocks that was not compared. */
    let next = 0;
    // Between data and heap is the C stack.
    for (const [start, stop] of [
      [0, dataEnd],
      [heapStart, end],
    ] as const) {
      for (const [from, to] of pieces(start, stop, pace)) {
        if (count === most) break;
        while ((blocks[next] ?? mostBlocks) * BLOCK < from) next++;
        const at = baseEnd + next * WORD;
        const found = foundAt + count * WORD;
        count += find(from, to, at, bytesAt, bytesAt + next * BLOCK, found, most - count);
      }
    }
    return new Uint32Array(own.buffer, foundAt, count).slice();
  }

  /** Copies the blocks out of a memory whose heap ends at `end`. */
  function copy(
    live: Uint8Array,
    end: number,
    blocks: Uint32Array,
    allocate: (bytes: number) => Uint8Array,
  ): MemoryDiff {
    const bytes = allocate(blocks.length * BLOCK);
    readBlocks(live, { blocks, bytes }, pace);
    return { end, blocks, bytes };
  }

  return {
    base,
    take(memory, { diff }, allocate = allocateShared) {
      const live = new Uint8Array(memory.buffer);
      const end = heapEnd(live, layout);
      return copy(live, end, findBlocks(memory, diff, end, end / BLOCK), allocate);
    },
    takeBounded(memory, { diff }, maxBytes) {
      const live = new Uint8Array(memory.buffer);
      const end = heapEnd(live, layout);
      // Searches for one block more than allowed, to notice that there are too many.
      const most = Math.floor(maxBytes / BLOCK) + 1;
      const blocks = findBlocks(memory, diff, end, Math.min(most, end / BLOCK));
      return blocks.length === most ? undefined : copy(live, end, blocks, allocateShared);
    },
  };
}
