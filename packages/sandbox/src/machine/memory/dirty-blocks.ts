import type { DirtyBlocks } from "../../protocol/memory-image.ts";
import { type Pace, PIECE } from "./pace.ts";

/** The end of a heap is rounded up to pages of this many bytes (smaller than WebAssembly's 64 KiB). */
export const PAGE: number = 4096;

/**
 * Memories are compared in blocks of this many bytes. A call changes scattered places, mostly reference counts: diffs
 * in whole pages would be ten times as large, and smaller blocks would make a restore copy too many pieces.
 */
export const BLOCK: number = 128;

/** Writes the blocks to their positions in a memory. */
export function writeBlocks(memory: Uint8Array, { blocks, bytes }: DirtyBlocks, pace: Pace): void {
  forEachRun(blocks, (first, from, to) => {
    const run = bytes.subarray(from * BLOCK, to * BLOCK);
    memory.set(run, first * BLOCK);
    pace(run.length);
  });
}

/** Reads the blocks' contents from their positions in a memory. */
export function readBlocks(memory: Uint8Array, { blocks, bytes }: DirtyBlocks, pace: Pace): void {
  forEachRun(blocks, (first, from, to) => {
    const run = memory.subarray(first * BLOCK, (first + to - from) * BLOCK);
    bytes.set(run, from * BLOCK);
    pace(run.length);
  });
}

/**
 * Calls `visit` for each run of adjacent blocks, of at most {@link PIECE}: the number of its first block, and
 * its range of indices. Copying a run at once takes one native call instead of one per 128 bytes.
 */
export function forEachRun(
  blocks: Uint32Array,
  visit: (first: number, from: number, to: number) => void,
): void {
  for (let from = 0; from < blocks.length;) {
    const first = blocks[from] ?? 0;
    let to = from + 1;
    while (to - from < PIECE / BLOCK && blocks[to] === first + to - from) to++;
    visit(first, from, to);
    from = to;
  }
}
