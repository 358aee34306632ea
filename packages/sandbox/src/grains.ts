/** Memories are compared page by page (smaller than WebAssembly's 64 KiB) … */
export const PAGE: number = 4096;

/**
 * … and differing pages grain by grain: what a call changes lies scattered, mostly reference counts,
 * so that whole pages would weigh ten times as much. With smaller ones a restore would have too many
 * pieces.
 */
export const GRAIN: number = 128;

const WORDS = GRAIN / Uint32Array.BYTES_PER_ELEMENT;

/** Scattered pieces of a memory. */
export interface Grains {
  /** Their numbers, ascending. */
  readonly grains: Uint32Array;
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

/** Adds the numbers of the grains of the page at `at` that differ from the parent's page at `from`. */
export function differingGrains(
  live: Comparable,
  at: number,
  parent: Comparable,
  from: number,
  found: number[],
): void {
  if (live.bytes.compare(parent.bytes, from, from + PAGE, at, at + PAGE) === 0) return;
  const shift = (from - at) / Uint32Array.BYTES_PER_ELEMENT;
  for (let grain = at / GRAIN; grain < (at + PAGE) / GRAIN; grain++) {
    const end = (grain + 1) * WORDS;
    let word = grain * WORDS;
    while (word < end && live.words[word] === parent.words[word + shift]) word++;
    if (word < end) found.push(grain);
  }
}

/** Writes the grains to their places in a memory. */
export function writeGrains(memory: Uint8Array, { grains, bytes }: Grains): void {
  for (let position = 0; position < grains.length;) {
    const end = endOfRun(grains, position);
    const run = bytes.subarray(position * GRAIN, end * GRAIN);
    memory.set(run, (grains[position] ?? 0) * GRAIN);
    position = end;
  }
}

/** Fills the grains' contents from their places in a memory. */
export function readGrains(memory: Uint8Array, { grains, bytes }: Grains): void {
  for (let position = 0; position < grains.length;) {
    const end = endOfRun(grains, position);
    const at = (grains[position] ?? 0) * GRAIN;
    bytes.set(memory.subarray(at, at + (end - position) * GRAIN), position * GRAIN);
    position = end;
  }
}

/** Neighbours are copied together: the position after the last of those that begin at `position`. */
function endOfRun(grains: Uint32Array, position: number): number {
  const first = grains[position] ?? 0;
  let end = position + 1;
  while (grains[end] === first + end - position) end++;
  return end;
}
