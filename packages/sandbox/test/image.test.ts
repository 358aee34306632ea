import fc from "fast-check";
import { expect, test } from "vitest";
import { BLOCK, PAGE } from "../src/machine/memory/dirty-blocks.ts";
import {
  clearHeap,
  createImage,
  heapEnd,
  localImage,
  restore,
  takeBaseImage,
  takeDiff,
} from "../src/machine/memory/image.ts";
import type { Layout } from "../src/protocol/memory-image.ts";

const PAGES = 24;
/** Data in pages 0 and 1, a stack in 2 to 4, a heap from 5 on. */
const layout: Layout = { dataEnd: 2 * PAGE, heapStart: 5 * PAGE, heapEndWord: 64 };

/** One byte that is written. */
interface Write {
  page: number;
  offset: number;
  value: number;
}

/** Writes somewhere in data or heap. */
const changes = fc.array(
  fc.record({
    page: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 5, max: PAGES - 1 })),
    offset: fc.integer({ min: 128, max: PAGE - 1 }),
    value: fc.integer({ min: 0, max: 255 }),
  }),
  { maxLength: 30 },
);
const heapPages = fc.integer({ min: 6, max: PAGES });

function apply(memory: Uint8Array, end: number, writes: readonly Write[]): void {
  for (const { page, offset, value } of writes) {
    if (page < 5 || page < end) memory[page * PAGE + offset] = value;
  }
  new DataView(memory.buffer).setUint32(layout.heapEndWord, end * PAGE - 16, true);
}

/** What an image promises to bring back: data and heap. */
function visible(memory: Uint8Array): string {
  const end = heapEnd(memory, layout);
  const parts = [memory.subarray(0, layout.dataEnd), memory.subarray(layout.heapStart, end)];
  return Buffer.concat(parts).toString("latin1");
}

test("base, plugin and waiting call come back exactly, and nothing of others is left behind", () => {
  fc.assert(
    fc.property(
      fc.tuple(changes, heapPages),
      fc.tuple(changes, heapPages),
      fc.tuple(changes, heapPages),
      fc.tuple(changes, heapPages),
      (atBase, atPlugin, atCall, atOther) => {
        const memory = new Uint8Array(PAGES * PAGE);
        const change = ([writes, end]: [readonly Write[], number]): string => {
          apply(memory, Math.max(end, heapEnd(memory, layout) / PAGE), writes);
          return visible(memory);
        };
        const ofBase = change(atBase);
        const base = takeBaseImage(memory, layout);
        const empty = createImage(base);
        const ofPlugin = change(atPlugin);
        const plugin = createImage(base, takeDiff(memory, empty));
        const ofCall = change(atCall);
        const call = takeDiff(memory, plugin);
        const expectRest = (): void => {
          const rest = memory.subarray(heapEnd(memory, layout));
          expect(rest.every((byte) => byte === 0)).toBe(true);
        };
        for (const [image, diff, expected] of [
          [plugin, call, ofCall],
          [empty, undefined, ofBase],
          [plugin, undefined, ofPlugin],
          [localImage(plugin), undefined, ofPlugin],
          [localImage(plugin), call, ofCall],
        ] as const) {
          for (const leave of [() => {}, () => clearHeap(memory, image)]) {
            change(atOther);
            leave();
            restore(memory, image, diff);
            expect(visible(memory)).toBe(expected);
            expectRest();
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("a heap that is cleared ends where the base's ends", () => {
  const memory = new Uint8Array(PAGES * PAGE);
  apply(memory, 10, []);
  const empty = createImage(takeBaseImage(memory, layout));
  apply(memory, 14, [{ page: 12, offset: 200, value: 1 }]);
  clearHeap(memory, empty);
  expect(heapEnd(memory, layout)).toBe(10 * PAGE);
  expect(memory[12 * PAGE + 200]).toBe(0);
});

test("a diff holds only the blocks that differ", () => {
  const memory = new Uint8Array(PAGES * PAGE);
  const perPage = PAGE / BLOCK;
  apply(memory, 10, [{ page: 6, offset: 2 * BLOCK, value: 1 }]);
  const empty = createImage(takeBaseImage(memory, layout));
  apply(memory, 10, [{ page: 7, offset: 4 * BLOCK - 1, value: 2 }]);
  const diff = takeDiff(memory, empty);
  expect(Array.from(diff.blocks)).toEqual([7 * perPage + 3]);
  apply(memory, 11, [
    { page: 6, offset: 2 * BLOCK, value: 3 },
    { page: 10, offset: BLOCK * 5, value: 4 },
  ]);
  const call = takeDiff(memory, createImage(empty.base, diff));
  expect(Array.from(call.blocks)).toEqual([0, 6 * perPage + 2, 10 * perPage + 5]);
});
