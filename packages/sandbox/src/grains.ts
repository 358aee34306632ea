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

/** Neighbouring grains, and the position of the first among all. */
export interface GrainRun {
  first: number;
  count: number;
  readonly position: number;
}

/** The runs of neighbours in an ascending list. */
export function runsOf(grains: Uint32Array): GrainRun[] {
  const runs: GrainRun[] = [];
  let last: GrainRun | undefined;
  for (let position = 0; position < grains.length; position++) {
    const grain = grains[position] ?? 0;
    if (last !== undefined && last.first + last.count === grain) {
      last.count++;
    } else {
      last = { first: grain, count: 1, position };
      runs.push(last);
    }
  }
  return runs;
}
