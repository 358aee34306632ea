import { PAGE } from "./memory/dirty-blocks.ts";
import type { Base, Layout } from "../protocol/memory-image.ts";
import { heapEnd, takeBaseImage } from "./memory/image.ts";
import { type BareInstance, bootInstance, createBareInstance, type Instance } from "./instance.ts";
import type { InstanceOptions } from "./quickjs.ts";

/** Bytes to allocate when looking for the word that holds the heap's end. */
const PROBE_BYTES = 3_145_728;

/** Builds the hardened machine and takes its image, once for all workers. The returned machine can be used. */
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
 * Finds the memory layout of a fresh machine by inspection, because the WebAssembly build does not export
 * it.
 *
 * Two runs of non-empty pages are the static data and the heap; the empty pages between them are the C
 * stack. To find the heap-end variable, it allocates {@link PROBE_BYTES} and searches the static data for a
 * word that grew by about that much: of several candidates, the one with the largest old value. Finally it
 * restores the memory to its state before the search.
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
    // Writing to an untouched page would make the system allocate it; reading does not.
    if (isUsed(memory(), page)) memory().fill(0, page, page + PAGE);
  }
  return layout;
}

/** The first page from `at` on that is used, or that is unused. */
function findPage(memory: Uint8Array, at: number, used: boolean): number {
  let page = at;
  while (page < memory.length && isUsed(memory, page) !== used) page += PAGE;
  return page;
}

/** The end of the last used page. */
function usedEnd(memory: Uint8Array): number {
  let end = memory.length;
  while (end > 0 && !isUsed(memory, end - PAGE)) end -= PAGE;
  return end;
}

function isUsed(memory: Uint8Array, page: number): boolean {
  return EMPTY.compare(memory, page, page + PAGE) !== 0;
}

const EMPTY = Buffer.alloc(PAGE);
