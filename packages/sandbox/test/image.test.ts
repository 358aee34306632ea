import fc from "fast-check";
import { expect, test } from "vitest";
import { createChanges } from "../src/machine/memory/changes.ts";
import { PAGE } from "../src/machine/memory/dirty-blocks.ts";
import {
  clearHeap,
  createImage,
  heapEnd,
  localImage,
  restore,
  takeBaseImage,
} from "../src/machine/memory/image.ts";
import { WASM_PAGE } from "../src/machine/quickjs.ts";
import type { Layout } from "../src/protocol/memory-image.ts";

const PAGES = 32;
const MEMORY = PAGES * PAGE;
const noPace = (): void => {};
/** Data in pages 0 and 1, a stack in 2 to 4, a heap from 5 on. */
const layout: Layout = { dataEnd: 2 * PAGE, heapStart: 5 * PAGE, heapEndWord: 64 };

/** One byte that is written. */
interface Write {
  page: number;
  offset: number;
  value: number;
}

/** Writes somewhere in data or heap. */
const writes = fc.array(
  fc.record({
    page: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 5, max: PAGES - 1 })),
    offset: fc.integer({ min: 128, max: PAGE - 1 }),
    value: fc.integer({ min: 0, max: 255 }),
  }),
  { maxLength: 30 },
);
/** Pages of a heap's end. */
const heapPages = fc.integer({ min: 6, max: PAGES });

function newMemory(): WebAssembly.Memory {
  const pages = MEMORY / WASM_PAGE;
  return new WebAssembly.Memory({ initial: pages, maximum: pages });
}

function apply(memory: Uint8Array, end: number, written: readonly Write[]): void {
  for (const { page, offset, value } of written) {
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
      fc.tuple(writes, heapPages),
      fc.tuple(writes, heapPages),
      fc.tuple(writes, heapPages),
      fc.tuple(writes, heapPages),
      (atBase, atPlugin, atCall, atOther) => {
        const wasm = newMemory();
        const memory = new Uint8Array(wasm.buffer);
        const change = ([written, end]: [readonly Write[], number]): string => {
          apply(memory, Math.max(end, heapEnd(memory, layout) / PAGE), written);
          return visible(memory);
        };
        const ofBase = change(atBase);
        const base = takeBaseImage(memory, layout);
        const changes = createChanges(base, MEMORY, noPace);
        const empty = createImage(base);
        const ofPlugin = change(atPlugin);
        const plugin = createImage(base, changes.take(wasm, empty));
        const ofCall = change(atCall);
        const call = changes.take(wasm, plugin);
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
          for (const leave of [() => {}, () => clearHeap(memory, image, noPace)]) {
            change(atOther);
            leave();
            restore(memory, image, noPace, diff);
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
  const memory = new Uint8Array(newMemory().buffer);
  apply(memory, 10, []);
  const empty = createImage(takeBaseImage(memory, layout));
  apply(memory, 14, [{ page: 12, offset: 200, value: 1 }]);
  clearHeap(memory, empty, noPace);
  expect(heapEnd(memory, layout)).toBe(10 * PAGE);
  expect(memory[12 * PAGE + 200]).toBe(0);
});
