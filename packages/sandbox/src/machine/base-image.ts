import { PAGE } from "./dirty-blocks.ts";
import { type BaseImage, heapEnd, type Layout, takeBaseImage } from "./image.ts";
import {
  type BareInstance,
  bootInstance,
  createBareInstance,
  type EntryPointers,
  type Instance,
} from "./instance.ts";
import type { InstanceOptions } from "./quickjs.ts";

/** A base image, and the fingerprint of the instances that it fits. */
export interface Base {
  readonly image: BaseImage;
  readonly fingerprint: string;
  readonly entries: EntryPointers;
}

/** Bytes that the search for the heap's end lets the machine allocate. */
const PROBE_BYTES = 3_145_728;

/** Builds the hardened machine and takes its image, once for all workers; the machine can be used. */
export async function createBase(
  options: InstanceOptions,
): Promise<{ base: Base; machine: Instance }> {
  const bare = await createBareInstance(options);
  const layout = discoverLayout(bare);
  const machine = bootInstance(bare);
  const { fingerprint, entries } = machine;
  const base = {
    image: takeBaseImage(machine.memory(), layout),
    fingerprint,
    entries: {
      run: entries.run.value,
      receive: entries.receive.value,
      adopt: entries.adopt.value,
      describe: entries.describe.value,
    },
  };
  return { base, machine };
}

/**
 * Finds the ranges of a fresh machine: two runs of pages that are not empty, static data and heap,
 * with the C stack between them; and the word in the data that follows the heap's end. Leaves no trace.
 */
function discoverLayout(machine: BareInstance): Layout {
  const memory = (): Uint8Array => machine.memory();
  const dataEnd = findPage(memory(), 0, false);
  const heapStart = findPage(memory(), dataEnd, true);
  const heapUsed = usedEnd(memory());
  const data = memory().slice(0, dataEnd);
  const heap = memory().slice(heapStart, heapUsed);
  machine.malloc(PROBE_BYTES);
  const before = new Uint32Array(data.buffer);
  const after = new Uint32Array(memory().buffer, 0, before.length);
  let found = -1;
  for (const [index, old] of before.entries()) {
    const growth = (after[index] ?? 0) - old;
    const grew = growth > 0.9 * PROBE_BYTES && growth < 1.1 * PROBE_BYTES;
    if (!grew || old <= heapStart || old % 16 !== 0) continue;
    if (found < 0 || old > (before[found] ?? 0)) found = index;
  }
  if (found < 0) throw new Error("the end of the heap was not found in this WebAssembly build");
  const layout = { dataEnd, heapStart, heapEndWord: found * Uint32Array.BYTES_PER_ELEMENT };
  const end = heapEnd(memory(), layout);
  memory().set(data, 0);
  memory().set(heap, heapStart);
  for (let page = heapUsed; page < end; page += PAGE) {
    // A page that is only read costs no memory.
    if (isUsed(memory(), page)) memory().fill(0, page, page + PAGE);
  }
  return layout;
}

/** The first page from `at` on that is used, or is not. */
function findPage(memory: Uint8Array, at: number, used: boolean): number {
  let page = at;
  while (page < memory.length && isUsed(memory, page) !== used) page += PAGE;
  return page;
}

/** The end of the last page that is used. */
function usedEnd(memory: Uint8Array): number {
  let end = memory.length;
  while (end > 0 && !isUsed(memory, end - PAGE)) end -= PAGE;
  return end;
}

function isUsed(memory: Uint8Array, page: number): boolean {
  return EMPTY.compare(memory, page, page + PAGE) !== 0;
}

const EMPTY = Buffer.alloc(PAGE);
