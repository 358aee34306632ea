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
  forEachRun(grains, (first, from, to) => {
    memory.set(bytes.subarray(from * GRAIN, to * GRAIN), first * GRAIN);
  });
}

/** Fills the grains' contents from their places in a memory. */
export function readGrains(memory: Uint8Array, { grains, bytes }: Grains): void {
  forEachRun(grains, (first, from, to) => {
    bytes.set(memory.subarray(first * GRAIN, (first + to - from) * GRAIN), from * GRAIN);
  });
}

/** Neighbours go together: the number of the first, and the positions from which and to which they stand. */
export function forEachRun(
  grains: Uint32Array,
  visit: (first: number, from: number, to: number) => void,
): void {
  for (let from = 0; from < grains.length;) {
    const first = grains[from] ?? 0;
    let to = from + 1;
    while (grains[to] === first + to - from) to++;
    visit(first, from, to);
    from = to;
  }
}
