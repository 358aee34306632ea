/** Memories are compared page by page (smaller than WebAssembly's 64 KiB) … */
export const PAGE: number = 4096;

/**
 * … and differing pages grain by grain: what a call changes lies scattered, mostly reference counts,
 * so that whole pages would weigh seven times as much.
 */
export const GRAIN: number = 256;

const WORDS = GRAIN / Uint32Array.BYTES_PER_ELEMENT;

/** Scattered pieces of a memory. */
export interface Grains {
  /** Their numbers, ascending. */
  readonly grains: Uint32Array;
  /** Their contents, one after another. */
  readonly bytes: Uint8Array;
}

/** Adds the numbers of a page's grains that differ; the page's first grain has the number `first`. */
export function differingGrains(
  page: Uint8Array,
  parent: Uint8Array,
  first: number,
  found: number[],
): void {
  const words = new Uint32Array(page.buffer, page.byteOffset, PAGE / 4);
  const parents = new Uint32Array(parent.buffer, parent.byteOffset, PAGE / 4);
  for (let grain = 0; grain < PAGE / GRAIN; grain++) {
    const end = (grain + 1) * WORDS;
    let at = grain * WORDS;
    while (at < end && words[at] === parents[at]) at++;
    if (at < end) found.push(first + grain);
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
