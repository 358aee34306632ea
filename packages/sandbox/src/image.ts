/** Memory images travel as whole pages of this many bytes (smaller than WebAssembly's 64 KiB). */
export const PAGE: number = 4096;

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

/** The memory of a hardened machine before any plugin: everything else is a delta against it. */
export interface BaseImage {
  readonly layout: Layout;
  readonly end: number;
  readonly data: Uint8Array;
  readonly heap: Uint8Array;
}

/** The pages in which a memory differs from its parent image. */
export interface Delta {
  /** End of the heap, rounded up to a page. */
  readonly end: number;
  /** Page numbers, ascending. */
  readonly pages: Uint32Array;
  /** The pages' contents, one after another. */
  readonly bytes: Uint8Array;
}

/** One stretch of memory: where it goes, and what. */
interface Stretch {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** A base and a plugin's delta, in this thread's own memory, ready to be written and compared with. */
export interface PluginImage {
  readonly end: number;
  /** The whole image, without overlaps. */
  readonly stretches: readonly Stretch[];
  /** Content of the pages that are not the base's, by page number. */
  readonly pages: ReadonlyMap<number, Uint8Array>;
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

/** A base in this thread's own memory: copying from shared memory is three times slower. */
export function localBase({ layout, end, data, heap }: BaseImage): BaseImage {
  return { layout, end, data: new Uint8Array(data), heap: new Uint8Array(heap) };
}

/** The pages of a live memory that differ from an image over its base. */
export function takeDelta(
  memory: Uint8Array,
  base: BaseImage,
  image?: PluginImage,
  allocate: (bytes: number) => Uint8Array = allocateShared,
): Delta {
  const { dataEnd, heapStart } = base.layout;
  const end = heapEnd(memory, base.layout);
  const live = Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength);
  const changed: number[] = [];
  for (let at = 0; at < end; at = at + PAGE === dataEnd ? heapStart : at + PAGE) {
    const page = image?.pages.get(at / PAGE);
    const differs =
      page === undefined
        ? differsFromBase(live, at, base)
        : live.compare(page, 0, PAGE, at, at + PAGE) !== 0;
    if (differs) changed.push(at / PAGE);
  }
  const bytes = allocate(changed.length * PAGE);
  for (const [position, page] of changed.entries()) {
    bytes.set(memory.subarray(page * PAGE, (page + 1) * PAGE), position * PAGE);
  }
  return { end, pages: Uint32Array.from(changed), bytes };
}

function allocateShared(bytes: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(bytes));
}

function differsFromBase(live: Buffer, at: number, base: BaseImage): boolean {
  if (at >= base.end) return true;
  const { dataEnd, heapStart } = base.layout;
  const [source, start] = at < dataEnd ? [base.data, at] : [base.heap, at - heapStart];
  return live.compare(source, start, start + PAGE, at, at + PAGE) !== 0;
}

/** Prepares a plugin's delta, or the bare base, for being restored again and again. */
export function createImage(base: BaseImage, delta: Delta = NOTHING): PluginImage {
  const bytes = new Uint8Array(delta.bytes);
  const pages = new Map<number, Uint8Array>();
  for (const [position, page] of delta.pages.entries()) {
    pages.set(page, bytes.subarray(position * PAGE, (position + 1) * PAGE));
  }
  const own = runsOf(delta.pages).map(({ first, count, position }) => ({
    at: first * PAGE,
    bytes: bytes.subarray(position * PAGE, (position + count) * PAGE),
  }));
  const kept = [
    ...keptOf({ at: 0, bytes: base.data }, pages),
    ...keptOf({ at: base.layout.heapStart, bytes: base.heap }, pages),
  ];
  const end = delta === NOTHING ? base.end : delta.end;
  return { end, stretches: [...kept, ...own], pages };
}

/** Writes an image, and a waiting call's delta, over a live memory; clears what lay behind them. */
export function restore(
  memory: Uint8Array,
  layout: Layout,
  image: PluginImage,
  delta: Delta = NOTHING,
): void {
  const dirtyEnd = heapEnd(memory, layout);
  for (const { at, bytes } of image.stretches) memory.set(bytes, at);
  for (const { first, count, position } of runsOf(delta.pages)) {
    memory.set(delta.bytes.subarray(position * PAGE, (position + count) * PAGE), first * PAGE);
  }
  const end = Math.max(image.end, delta.end);
  if (dirtyEnd > end) memory.fill(0, end, dirtyEnd);
}

const NOTHING: Delta = { end: 0, pages: new Uint32Array(), bytes: new Uint8Array() };

/** The runs of neighbouring pages in an ascending list. */
function runsOf(pages: Uint32Array): { first: number; count: number; position: number }[] {
  const runs: { first: number; count: number; position: number }[] = [];
  for (const [position, page] of pages.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.first + last.count === page) last.count++;
    else runs.push({ first: page, count: 1, position });
  }
  return runs;
}

/** The parts of a stretch that are not in the given pages. */
function keptOf(whole: Stretch, pages: ReadonlyMap<number, unknown>): Stretch[] {
  const kept: number[] = [];
  for (let at = whole.at; at < whole.at + whole.bytes.length; at += PAGE) {
    if (!pages.has(at / PAGE)) kept.push(at / PAGE);
  }
  return runsOf(Uint32Array.from(kept)).map(({ first, count }) => ({
    at: first * PAGE,
    bytes: whole.bytes.subarray(first * PAGE - whole.at, (first + count) * PAGE - whole.at),
  }));
}

function sharedCopy(bytes: Uint8Array): Uint8Array {
  const copy = allocateShared(bytes.byteLength);
  copy.set(bytes);
  return copy;
}
