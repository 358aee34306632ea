import type { DirtyBlocks } from "../../protocol/memory-image.ts";

/** Where a heap ends is rounded up to pages of this size (smaller than WebAssembly's 64 KiB). */
export const PAGE: number = 4096;

/**
 * Memories are compared in blocks of this size. What a call changes is scattered, mostly reference counts: whole pages
 * would be ten times as large, and smaller blocks would make a restore copy too many pieces.
 */
export const BLOCK: number = 128;

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
