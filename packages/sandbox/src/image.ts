import { differingGrains, type Grains, GRAIN, PAGE, runsOf } from "./grains.ts";

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

/** What a memory has that its parent image has not. */
export interface Delta extends Grains {
  /** End of the heap, rounded up to a page. */
  readonly end: number;
}

/** One stretch of memory: where it goes, and what. */
interface Stretch {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** A base and a plugin's delta, ready to be written and compared with. */
export interface PluginImage {
  readonly end: number;
  readonly base: BaseImage;
  readonly delta: Delta;
  /** The delta's stretches. */
  readonly stretches: readonly Stretch[];
  /** Which stretches touch a page. */
  readonly byPage: ReadonlyMap<number, readonly Stretch[]>;
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

/** A base that can be shared between threads. */
export function shareBaseImage({ layout, end, data, heap }: BaseImage): BaseImage {
  return { layout, end, data: sharedCopy(data), heap: sharedCopy(heap) };
}

/** A base in this thread's own memory: copying from shared memory is three times slower. */
export function localBase({ layout, end, data, heap }: BaseImage): BaseImage {
  return { layout, end, data: new Uint8Array(data), heap: new Uint8Array(heap) };
}

/** Prepares a plugin's delta, or the bare base, for being restored again and again. */
export function createImage(base: BaseImage, delta: Delta = NOTHING): PluginImage {
  const stretches = stretchesOf(delta);
  const byPage = new Map<number, Stretch[]>();
  for (const stretch of stretches) {
    const last = Math.floor((stretch.at + stretch.bytes.length - 1) / PAGE);
    for (let page = Math.floor(stretch.at / PAGE); page <= last; page++) {
      const touching = byPage.get(page);
      if (touching === undefined) byPage.set(page, [stretch]);
      else touching.push(stretch);
    }
  }
  const end = delta === NOTHING ? base.end : delta.end;
  return { end, base, delta, stretches, byPage };
}

/** The same image with its delta in this thread's own memory. */
export function localImage({ base, delta }: PluginImage): PluginImage {
  return createImage(base, { ...delta, bytes: new Uint8Array(delta.bytes) });
}

/** What a live memory has that an image over its base has not. */
export function takeDelta(
  memory: Uint8Array,
  image: PluginImage,
  allocate: (bytes: number) => Uint8Array = allocateShared,
): Delta {
  const { dataEnd, heapStart } = image.base.layout;
  const end = heapEnd(memory, image.base.layout);
  const live = Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength);
  const changed: number[] = [];
  for (let at = 0; at < end; at = at + PAGE === dataEnd ? heapStart : at + PAGE) {
    const parent = pageOf(image, at);
    if (live.compare(parent, 0, PAGE, at, at + PAGE) === 0) continue;
    differingGrains(live.subarray(at, at + PAGE), parent, at / GRAIN, changed);
  }
  const grains = Uint32Array.from(changed);
  const bytes = allocate(grains.length * GRAIN);
  for (const { first, count, position } of runsOf(grains)) {
    const run = memory.subarray(first * GRAIN, (first + count) * GRAIN);
    bytes.set(run, position * GRAIN);
  }
  return { end, grains, bytes };
}

/** Writes an image, and a waiting call's delta, over a live memory; clears what lay behind them. */
export function restore(memory: Uint8Array, image: PluginImage, delta?: Delta): void {
  const { data, heap, layout, end } = image.base;
  const dirtyEnd = heapEnd(memory, layout);
  memory.set(data, 0);
  memory.set(heap, layout.heapStart);
  // Behind the base everything is a difference from zeros.
  if (dirtyEnd > end) memory.fill(0, end, dirtyEnd);
  for (const { at, bytes } of image.stretches) memory.set(bytes, at);
  if (delta === undefined) return;
  for (const { at, bytes } of stretchesOf(delta)) memory.set(bytes, at);
}

const NOTHING: Delta = { end: 0, grains: new Uint32Array(), bytes: new Uint8Array() };

/** Pages that are put together from a base and a plugin's stretches; read before the next one. */
const scratch = Buffer.alloc(PAGE);
const zeros = Buffer.alloc(PAGE);

/** One page of an image. */
function pageOf(image: PluginImage, at: number): Buffer {
  const { base, byPage } = image;
  const own = byPage.get(at / PAGE);
  const parent = basePage(base, at);
  if (own === undefined) return parent;
  parent.copy(scratch);
  for (const stretch of own) {
    const from = Math.max(at, stretch.at);
    const to = Math.min(at + PAGE, stretch.at + stretch.bytes.length);
    scratch.set(stretch.bytes.subarray(from - stretch.at, to - stretch.at), from - at);
  }
  return scratch;
}

function basePage({ layout, end, data, heap }: BaseImage, at: number): Buffer {
  if (at >= end) return zeros;
  const [bytes, start] = at < layout.dataEnd ? [data, at] : [heap, at - layout.heapStart];
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, PAGE);
}

function stretchesOf({ grains, bytes }: Grains): Stretch[] {
  return runsOf(grains).map(({ first, count, position }) => ({
    at: first * GRAIN,
    bytes: bytes.subarray(position * GRAIN, (position + count) * GRAIN),
  }));
}

function allocateShared(bytes: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(bytes));
}

function sharedCopy(bytes: Uint8Array): Uint8Array {
  const copy = allocateShared(bytes.byteLength);
  copy.set(bytes);
  return copy;
}
