/** Memories are compared page by page (smaller than WebAssembly's 64 KiB) … */
export const PAGE: number = 4096;

/**
 * … and differing pages block by block: what a call changes lies scattered, mostly reference counts,
 * so that whole pages would weigh ten times as much. With smaller ones a restore would have too many
 * pieces.
 */
export const BLOCK: number = 128;

const WORDS = BLOCK / Uint32Array.BYTES_PER_ELEMENT;

/** Scattered pieces of a memory. */
export interface DirtyBlocks {
  /** Their numbers, ascending. */
  readonly blocks: Uint32Array;
  /** Their contents, one after another. */
  readonly bytes: Uint8Array;
}

/** Memory that is compared as bytes or as words. */
export interface Comparable {
  readonly bytes: Buffer;
  readonly words: Uint32Array;
}

/** Views of a memory; the copy is not one. */
export function comparable({ buffer, byteOffset, byteLength }: Uint8Array): Comparable {
  return {
    bytes: Buffer.from(buffer, byteOffset, byteLength),
    words: new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT),
  };
}

/** Adds the numbers of the blocks of the page at `at` that differ from the parent's page at `from`. */
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

/** Writes the blocks to their places in a memory. */
export function writeBlocks(memory: Uint8Array, { blocks, bytes }: DirtyBlocks): void {
  forEachRun(blocks, (first, from, to) => {
    memory.set(bytes.subarray(from * BLOCK, to * BLOCK), first * BLOCK);
  });
}

/** Fills the blocks' contents from their places in a memory. */
export function readBlocks(memory: Uint8Array, { blocks, bytes }: DirtyBlocks): void {
  forEachRun(blocks, (first, from, to) => {
    bytes.set(memory.subarray(first * BLOCK, (first + to - from) * BLOCK), from * BLOCK);
  });
}

/** Neighbours go together: the number of the first, and the positions from which and to which they stand. */
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
