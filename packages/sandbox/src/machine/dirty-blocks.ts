/** Memories are compared in pages of this size (smaller than WebAssembly's 64 KiB) … */
export const PAGE: number = 4096;

/**
 * … and differing pages in blocks of this size. What a call changes is scattered, mostly reference counts:
 * whole pages would be ten times as large, and smaller blocks would make a restore copy too many pieces.
 */
export const BLOCK: number = 128;

const WORDS = BLOCK / Uint32Array.BYTES_PER_ELEMENT;

/** The blocks of a memory that differ from its parent image. */
export interface DirtyBlocks {
  /** Block numbers, ascending. */
  readonly blocks: Uint32Array;
  /** Block contents, concatenated. */
  readonly bytes: Uint8Array;
}

/** Views for comparing a memory as bytes and as 32-bit words. */
export interface Comparable {
  readonly bytes: Buffer;
  readonly words: Uint32Array;
}

/** Creates views of a memory without copying it. */
export function comparable({ buffer, byteOffset, byteLength }: Uint8Array): Comparable {
  return {
    bytes: Buffer.from(buffer, byteOffset, byteLength),
    words: new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT),
  };
}

/**
 * Appends the numbers of the blocks in the page at `at` that differ from the parent's page at `from`.
 *
 * Two levels: `Buffer.compare` is native and dismisses an equal page in one step; only a differing page is
 * searched block by block, by words. A search ends at the first different word of a block.
 */
export function findDirtyBlocks(
  live: Comparable,
  at: number,
  parent: Comparable,
  from: number,
  found: number[],
): void {
  if (live.bytes.compare(parent.bytes, from, from + PAGE, at, at + PAGE) === 0) return;
  const shift = (from - at) / Uint32Array.BYTES_PER_ELEMENT;
  for (let block = at / BLOCK; block < (at + PAGE) / BLOCK; block++) {
    const end = (block + 1) * WORDS;
    let word = block * WORDS;
    while (word < end && live.words[word] === parent.words[word + shift]) word++;
    if (word < end) found.push(block);
  }
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
