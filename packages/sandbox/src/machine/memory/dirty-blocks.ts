import type { DirtyBlocks } from "../../protocol/memory-image.ts";

/** Memories are compared in pages of this size (smaller than WebAssembly's 64 KiB) … */
export const PAGE: number = 4096;

/**
 * … and differing pages in blocks of this size. What a call changes is scattered, mostly reference counts:
 * whole pages would be ten times as large, and smaller blocks would make a restore copy too many pieces.
 */
export const BLOCK: number = 128;

const WORDS = BLOCK / Int32Array.BYTES_PER_ELEMENT;
/** Words that are compared without a branch between them. */
const STRIDE = 8;

/** Views for comparing a memory as bytes and as 32-bit words. */
export interface Comparable {
  readonly bytes: Buffer;
  readonly words: Int32Array;
}

/** Creates views of a memory without copying it. */
export function comparable({ buffer, byteOffset, byteLength }: Uint8Array): Comparable {
  return {
    bytes: Buffer.from(buffer, byteOffset, byteLength),
    words: new Int32Array(buffer, byteOffset, byteLength / Int32Array.BYTES_PER_ELEMENT),
  };
}

/**
 * Appends the numbers of the blocks in the page at `at` that differ from the parent's page at `from`.
 *
 * Two levels: `Buffer.compare` is native and dismisses an equal page in one step; only a differing page is
 * searched block by block, by words. Most blocks of such a page are equal and are read to their end, so
 * several words are compared at once: a branch for each of them would take three times as long.
 */
export function findDirtyBlocks(
  live: Comparable,
  at: number,
  parent: Comparable,
  from: number,
  found: number[],
): void {
  if (live.bytes.compare(parent.bytes, from, from + PAGE, at, at + PAGE) === 0) return;
  const shift = (from - at) / Int32Array.BYTES_PER_ELEMENT;
  for (let block = at / BLOCK; block < (at + PAGE) / BLOCK; block++) {
    const word = block * WORDS;
    if (differ(live.words, word, parent.words, word + shift)) found.push(block);
  }
}

/** Whether the blocks at these words differ. */
function differ(one: Int32Array, at: number, other: Int32Array, from: number): boolean {
  for (let word = 0; word < WORDS; word += STRIDE) {
    const i = at + word;
    const j = from + word;
    const difference =
      (wordAt(one, i) ^ wordAt(other, j)) |
      (wordAt(one, i + 1) ^ wordAt(other, j + 1)) |
      (wordAt(one, i + 2) ^ wordAt(other, j + 2)) |
      (wordAt(one, i + 3) ^ wordAt(other, j + 3)) |
      (wordAt(one, i + 4) ^ wordAt(other, j + 4)) |
      (wordAt(one, i + 5) ^ wordAt(other, j + 5)) |
      (wordAt(one, i + 6) ^ wordAt(other, j + 6)) |
      (wordAt(one, i + 7) ^ wordAt(other, j + 7));
    if (difference !== 0) return true;
  }
  return false;
}

function wordAt(words: Int32Array, at: number): number {
  return words[at] ?? 0;
}

/** Writes the blocks to their positions in a memory. */
export function writeBlocks(memory: Uint8Array, { blocks, bytes }: DirtyBlocks): void {
  forEachRun(blocks, (first, from, to) => {
    memory.set(bytes.subarray(from * BLOCK, to * BLOCK), first * BLOCK);
  });
}

/** Reads the blocks' contents from their positions in a memory. */
export function readBlocks(memory: Uint8Array, { blocks, bytes }: DirtyBlocks): void {
  forEachRun(blocks, (first, from, to) => {
    bytes.set(memory.subarray(first * BLOCK, (first + to - from) * BLOCK), from * BLOCK);
  });
}

/**
 * Calls `visit` for each run of adjacent blocks: the number of its first block, and its range of indices.
 * Copying a run at once takes one native call instead of one per 128 bytes.
 */
export function forEachRun(
  blocks: Uint32Array,
  visit: (first: number, from: number, to: number) => void,
): void {
  for (let from = 0; from < blocks.length;) {
    const first = blocks[from] ?? 0;
    let to = from + 1;
    while (blocks[to] === first + to - from) to++;
    visit(first, from, to);
    from = to;
  }
}
