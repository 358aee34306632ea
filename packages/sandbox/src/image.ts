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

/** A delta with what makes it quick to restore and to compare with. */
export interface PluginImage extends Delta {
  /** Position in `pages` by page number; absent pages are those of the base. */
  readonly positions: ReadonlyMap<number, number>;
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

/** The pages of a live memory that differ from the base, or from the plugin's image over the base. */
export function takeDelta(memory: Uint8Array, base: BaseImage, parent?: PluginImage): Delta {
  const { dataEnd, heapStart } = base.layout;
  const end = heapEnd(memory, base.layout);
  const live = Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength);
  const changed: number[] = [];
  for (let at = 0; at < end; at = at + PAGE === dataEnd ? heapStart : at + PAGE) {
    if (differs(live, at, base, parent)) changed.push(at / PAGE);
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(changed.length * PAGE));
  for (const [position, page] of changed.entries()) {
    bytes.set(memory.subarray(page * PAGE, (page + 1) * PAGE), position * PAGE);
  }
  return { end, pages: Uint32Array.from(changed), bytes };
}

/** Prepares a delta against the base for use as the parent of calls. */
export function asPluginImage(delta: Delta): PluginImage {
  const positions = new Map<number, number>();
  for (const [position, page] of delta.pages.entries()) positions.set(page, position);
  return { ...delta, positions };
}

/** Writes base, then deltas, over a live memory and clears what the last call left behind them. */
export function restore(memory: Uint8Array, base: BaseImage, ...deltas: Delta[]): void {
  const dirtyEnd = heapEnd(memory, base.layout);
  memory.set(base.data, 0);
  memory.set(base.heap, base.layout.heapStart);
  let end = base.end;
  for (const delta of deltas) {
    writePages(memory, delta);
    end = delta.end;
  }
  if (dirtyEnd > end) memory.fill(0, end, dirtyEnd);
}

function writePages(memory: Uint8Array, { pages, bytes }: Delta): void {
  for (let from = 0; from < pages.length;) {
    let to = from + 1;
    const first = pages[from] ?? 0;
    while (to < pages.length && pages[to] === first + to - from) to++;
    memory.set(bytes.subarray(from * PAGE, to * PAGE), first * PAGE);
    from = to;
  }
}

function differs(live: Buffer, at: number, base: BaseImage, parent?: PluginImage): boolean {
  const position = parent?.positions.get(at / PAGE);
  if (parent !== undefined && position !== undefined) {
    return live.compare(parent.bytes, position * PAGE, (position + 1) * PAGE, at, at + PAGE) !== 0;
  }
  if (at >= base.end) return true;
  const { dataEnd, heapStart } = base.layout;
  const [source, start] = at < dataEnd ? [base.data, at] : [base.heap, at - heapStart];
  return live.compare(source, start, start + PAGE, at, at + PAGE) !== 0;
}

function sharedCopy(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  copy.set(bytes);
  return copy;
}
