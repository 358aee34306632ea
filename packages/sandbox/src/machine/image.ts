import {
  type Comparable,
  comparable,
  findDirtyBlocks,
  forEachRun,
  type DirtyBlocks,
  BLOCK,
  PAGE,
  readBlocks,
  writeBlocks,
} from "./dirty-blocks.ts";

/**
 * Where a virtual machine's state lies in its memory. Between `dataEnd` and `heapStart` lies the C
 * stack, which holds nothing once a call has returned to the host.
 */
export interface Layout {
  /** End of the static data, which begins at 0. */
  readonly dataEnd: number;
  readonly heapStart: number;
  /** Address of the 32-bit word that holds the end of the heap. */
  readonly heapEndWord: number;
}

/** The memory of a hardened machine before any plugin: everything else is a diff against it. */
export interface BaseImage {
  readonly layout: Layout;
  readonly end: number;
  readonly data: Uint8Array;
  readonly heap: Uint8Array;
}

/** What a memory has that its parent image has not. */
export interface MemoryDiff extends DirtyBlocks {
  /** End of the heap, rounded up to a page. */
  readonly end: number;
}

/**
 * A diff in shared memory that two threads may want at the same time: see `memory-claim.ts`.
 */
export interface ClaimableDiff extends MemoryDiff {
  /** What the claim word holds while the diff is this one and nobody has taken it. */
  readonly ticket: number;
}

/** A base and a plugin's diff. */
export interface PluginImage {
  readonly end: number;
  readonly base: BaseImage;
  readonly diff: MemoryDiff;
  /** The diff once more, made ready to be written. */
  readonly extents?: readonly Extent[];
}

/** One piece of memory: where it goes, and what. */
interface Extent {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** End of the heap of a live memory, rounded up to a page. */
export function heapEnd(memory: Uint8Array, layout: Layout): number {
  const word = new DataView(memory.buffer).getUint32(layout.heapEndWord, true);
  return Math.ceil(word / PAGE) * PAGE;
}

/** Copies the two ranges that matter out of a live memory; the copy can be shared between threads. */
export function takeBaseImage(memory: Uint8Array, layout: Layout): BaseImage {
  const end = heapEnd(memory, layout);
  return {
    layout,
    end,
    data: sharedCopy(memory.subarray(0, layout.dataEnd)),
    heap: sharedCopy(memory.subarray(layout.heapStart, end)),
  };
}

/** A base that can be shared between threads. */
export function shareBaseImage({ layout, end, data, heap }: BaseImage): BaseImage {
  return { layout, end, data: sharedCopy(data), heap: sharedCopy(heap) };
}

/** A base in this thread's own memory: copying from shared memory is three times slower. */
export function localBase({ layout, end, data, heap }: BaseImage): BaseImage {
  return { layout, end, data: new Uint8Array(data), heap: new Uint8Array(heap) };
}

/** A plugin's diff over its base, or the bare base. */
export function createImage(base: BaseImage, diff?: MemoryDiff): PluginImage {
  return diff === undefined
    ? { end: base.end, base, diff: NOTHING }
    : { end: diff.end, base, diff };
}

/**
 * The same image, with its diff in this thread's own memory and each piece made ready: that is
 * several times faster to write than what is shared, and takes 40 kB more.
 */
export function quickImage(image: PluginImage): PluginImage {
  const bytes = new Uint8Array(image.diff.bytes);
  const extents: Extent[] = [];
  forEachRun(image.diff.blocks, (first, from, to) => {
    extents.push({ at: first * BLOCK, bytes: bytes.subarray(from * BLOCK, to * BLOCK) });
  });
  return { ...image, extents };
}

/** The blocks in which a live memory differs from an image; their contents are not copied yet. */
export interface Changes {
  /** End of the heap, rounded up to a page. */
  readonly end: number;
  readonly blocks: Uint32Array;
}

/**
 * Compares a live memory with an image over its base; undefined as soon as more than `mostBytes`
 * differ, before any memory is allocated for them.
 */
export function findChanges(
  memory: Uint8Array,
  image: PluginImage,
  mostBytes: number = Infinity,
): Changes | undefined {
  const { dataEnd, heapStart } = image.base.layout;
  const end = heapEnd(memory, image.base.layout);
  const live = comparable(memory);
  const parent = new ParentPages(image);
  const changed: number[] = [];
  for (let at = 0; at < end; at = at + PAGE === dataEnd ? heapStart : at + PAGE) {
    const from = parent.seek(at);
    findDirtyBlocks(live, at, parent.memory, from, changed);
    if (changed.length * BLOCK > mostBytes) return undefined;
  }
  return { end, blocks: Uint32Array.from(changed) };
}

/** Copies the blocks that {@link findChanges} found. */
export function copyChanges(
  memory: Uint8Array,
  { end, blocks }: Changes,
  allocate: (bytes: number) => Uint8Array = allocateShared,
): MemoryDiff {
  const bytes = allocate(blocks.length * BLOCK);
  readBlocks(memory, { blocks, bytes });
  return { end, blocks, bytes };
}

/** What a live memory has that an image over its base has not. */
export function takeDiff(
  memory: Uint8Array,
  image: PluginImage,
  allocate?: (bytes: number) => Uint8Array,
): MemoryDiff {
  const changes = findChanges(memory, image);
  // Without a limit there are always changes, if only none.
  if (changes === undefined) throw new RangeError("the changes are too many");
  return copyChanges(memory, changes, allocate);
}

/** Writes an image, and a waiting call's diff, over a live memory; clears what lay behind them. */
export function restore(memory: Uint8Array, image: PluginImage, diff?: MemoryDiff): void {
  const { data, heap, layout, end } = image.base;
  const dirtyEnd = heapEnd(memory, layout);
  memory.set(data, 0);
  memory.set(heap, layout.heapStart);
  // Behind the base everything is a difference from zeros.
  if (dirtyEnd > end) memory.fill(0, end, dirtyEnd);
  if (image.extents === undefined) writeBlocks(memory, image.diff);
  else for (const { at, bytes } of image.extents) memory.set(bytes, at);
  if (diff !== undefined) writeBlocks(memory, diff);
}

const NOTHING: MemoryDiff = { end: 0, blocks: new Uint32Array(), bytes: new Uint8Array() };

/** A page that is put together from a base and a plugin's blocks; read before the next one. */
const scratch = comparable(new Uint8Array(PAGE));
const zeros = comparable(new Uint8Array(PAGE));

/** The pages of an image, which are asked for in ascending order. */
class ParentPages {
  /** Where the page lies that was asked for last. */
  memory: Comparable = zeros;
  private readonly image: PluginImage;
  private readonly data: Comparable;
  private readonly heap: Comparable;
  private next = 0;

  constructor(image: PluginImage) {
    this.image = image;
    this.data = comparable(image.base.data);
    this.heap = comparable(image.base.heap);
  }

  /** Returns at which place of {@link memory} the page begins. */
  seek(at: number): number {
    const { blocks, bytes } = this.image.diff;
    const from = this.seekBase(at);
    const first = at / BLOCK;
    const end = first + PAGE / BLOCK;
    while ((blocks[this.next] ?? end) < first) this.next++;
    if ((blocks[this.next] ?? end) >= end) return from;
    this.memory.bytes.copy(scratch.bytes, 0, from, from + PAGE);
    for (let block = blocks[this.next]; block !== undefined && block < end;) {
      const content = bytes.subarray(this.next * BLOCK, (this.next + 1) * BLOCK);
      scratch.bytes.set(content, (block - first) * BLOCK);
      block = blocks[++this.next];
    }
    this.memory = scratch;
    return 0;
  }

  private seekBase(at: number): number {
    const { layout, end } = this.image.base;
    if (at >= end) this.memory = zeros;
    else this.memory = at < layout.dataEnd ? this.data : this.heap;
    if (at >= end) return 0;
    return at < layout.dataEnd ? at : at - layout.heapStart;
  }
}

function allocateShared(bytes: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(bytes));
}

function sharedCopy(bytes: Uint8Array): Uint8Array {
  const copy = allocateShared(bytes.byteLength);
  copy.set(bytes);
  return copy;
}
