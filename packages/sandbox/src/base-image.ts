import { PAGE } from "./grains.ts";
import { type BaseImage, type Layout, takeBaseImage } from "./image.ts";
import { createBareInstance, createInstance, type EntryPointers } from "./instance.ts";
import type { InstanceOptions } from "./quickjs.ts";

/** A base image, and the fingerprint of the instances that it fits. */
export interface Base {
  readonly image: BaseImage;
  readonly fingerprint: string;
  readonly entries: EntryPointers;
}

/** Bytes that the search for the heap's end lets a throw-away machine allocate. */
const PROBE_BYTES = 3_145_728;

/** Builds the hardened machine and takes its image: once for all workers. */
export async function createBase(options: InstanceOptions): Promise<Base> {
  const layout = await discoverLayout(options);
  const instance = await createInstance(options);
  const { fingerprint, entries } = instance;
  return {
    image: takeBaseImage(instance.memory(), layout),
    fingerprint,
    entries: {
      run: entries.run.value,
      receive: entries.receive.value,
      adopt: entries.adopt.value,
    },
  };
}

/**
 * Finds the ranges of a fresh machine: two runs of pages that are not empty, static data and heap,
 * with the C stack between them.
 */
async function discoverLayout(options: InstanceOptions): Promise<Layout> {
  const probe = await createBareInstance(options);
  const dataEnd = findPage(probe.memory(), 0, false);
  const heapStart = findPage(probe.memory(), dataEnd, true);
  const before = new Uint32Array(probe.memory().slice(0, dataEnd).buffer);
  probe.malloc(PROBE_BYTES);
  const after = new Uint32Array(probe.memory().slice(0, dataEnd).buffer);
  let found = -1;
  for (const [index, old] of before.entries()) {
    const growth = (after[index] ?? 0) - old;
    const grew = growth > 0.9 * PROBE_BYTES && growth < 1.1 * PROBE_BYTES;
    if (!grew || old <= heapStart || old % 16 !== 0) continue;
    if (found < 0 || old > (before[found] ?? 0)) found = index;
  }
  if (found < 0) throw new Error("the end of the heap was not found in this WebAssembly build");
  return { dataEnd, heapStart, heapEndWord: found * Uint32Array.BYTES_PER_ELEMENT };
}

/** The first page from `at` on that is used, or is not. */
function findPage(memory: Uint8Array, at: number, used: boolean): number {
  let page = at;
  while (page < memory.length && isUsed(memory, page) !== used) page += PAGE;
  return page;
}

function isUsed(memory: Uint8Array, page: number): boolean {
  return memory.subarray(page, page + PAGE).some((byte) => byte !== 0);
}
