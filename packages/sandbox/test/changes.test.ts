import fc from "fast-check";
import { expect, test } from "vitest";
import { type Changes, createChanges } from "../src/machine/memory/changes.ts";
import { BLOCK, PAGE } from "../src/machine/memory/dirty-blocks.ts";
import {
  clearHeap,
  createImage,
  localImage,
  restore,
  takeBaseImage,
} from "../src/machine/memory/image.ts";
import { PIECE } from "../src/machine/memory/pace.ts";
import { WASM_PAGE } from "../src/machine/quickjs.ts";
import type { BaseImage, Layout, MemoryDiff, PluginImage } from "../src/protocol/memory-image.ts";

/** Several pieces: see `pace.ts`. */
const MEMORY = 8 * WASM_PAGE;
/** Data in page 0, a stack in 1 and 2, a heap from 3 on. */
const layout: Layout = { dataEnd: PAGE, heapStart: 3 * PAGE, heapEndWord: 64 };
const BASE_END = 70 * PAGE;
const noPace = (): void => {};

/** Blocks that a test may change: in the data, without the first, which holds the word of the heap's end, and in a heap up to the memory's end. */
const block = fc.oneof(
  fc.integer({ min: 1, max: PAGE / BLOCK - 1 }),
  fc.integer({ min: (3 * PAGE) / BLOCK, max: MEMORY / BLOCK - 1 }),
);
const writes = fc.array(
  fc.record({ block, offset: fc.integer({ min: 0, max: BLOCK - 1 }), value: fc.nat(255) }),
  { maxLength: 40 },
);

class Machine {
  readonly memory = new WebAssembly.Memory({ initial: 8, maximum: 8 });
  readonly bytes = new Uint8Array(this.memory.buffer);

  constructor(end: number = BASE_END) {
    this.endAt(end);
  }

  /** The heap ends in the middle of the page before `end`. */
  endAt(end: number): this {
    new DataView(this.memory.buffer).setUint32(layout.heapEndWord, end - 16, true);
    return this;
  }

  write(blockNumber: number, value: number, offset = 0): this {
    this.bytes[blockNumber * BLOCK + offset] = value;
    return this;
  }
}

function baseOf(machine: Machine): BaseImage {
  return takeBaseImage(machine.bytes, layout);
}

function blocksOf(diff: MemoryDiff | undefined): number[] | undefined {
  return diff && Array.from(diff.blocks);
}

/** A plugin that has changed these blocks. */
function pluginWith(changes: Changes, base: BaseImage, ...blocks: number[]): PluginImage {
  const machine = new Machine();
  for (const number of blocks) machine.write(number, 1);
  return createImage(base, changes.take(machine.memory, createImage(base)));
}

test("each byte of a block counts, whatever it is changed to", () => {
  const base = baseOf(new Machine());
  const changes = createChanges(base, MEMORY, noPace);
  const machine = new Machine();
  const first = layout.heapStart / BLOCK;
  for (let offset = 0; offset < 2 * BLOCK; offset++) {
    for (const value of [1, 0x80, 0xff]) {
      machine.write(first, value, offset);
      const diff = changes.take(machine.memory, createImage(base));
      expect(blocksOf(diff)).toEqual([first + Math.floor(offset / BLOCK)]);
      machine.write(first, 0, offset);
    }
  }
});

test("the search finds what a comparison byte by byte finds, with the contents", () => {
  fc.assert(
    fc.property(writes, writes, writes, (ofBase, ofPlugin, ofCall) => {
      const machine = new Machine();
      for (const { block: number, value, offset } of ofBase) machine.write(number, value, offset);
      const base = baseOf(machine);
      const changes = createChanges(base, MEMORY, noPace);
      // Before the plugin writes, nothing may be behind the base's end: an image is relative to zeros there.
      machine.bytes.fill(0, BASE_END);
      let parent = machine.bytes.slice();
      machine.endAt(MEMORY);
      let image = createImage(base);
      for (const written of [ofPlugin, ofCall]) {
        for (const { block: number, value, offset } of written)
          machine.write(number, value, offset);
        const diff = changes.take(machine.memory, image);
        const expected: number[] = [];
        for (let at = 0; at < MEMORY; at += BLOCK) {
          const one = machine.bytes.subarray(at, at + BLOCK);
          const other = parent.subarray(at, at + BLOCK);
          if (Buffer.compare(one, other) !== 0) expected.push(at / BLOCK);
        }
        expect(blocksOf(diff)).toEqual(expected);
        const contents = expected.map((number) =>
          machine.bytes.slice(number * BLOCK, (number + 1) * BLOCK),
        );
        expect(Buffer.compare(diff.bytes, Buffer.concat(contents))).toBe(0);
        parent = machine.bytes.slice();
        image = createImage(base, diff);
      }
    }),
    { numRuns: 100 },
  );
});

test("the stack and what lies behind the heap are not compared", () => {
  const base = baseOf(new Machine());
  const machine = new Machine()
    .write(layout.dataEnd / BLOCK, 1)
    .write(layout.heapStart / BLOCK - 1, 1)
    .write(BASE_END / BLOCK, 1);
  expect(
    blocksOf(createChanges(base, MEMORY, noPace).take(machine.memory, createImage(base))),
  ).toEqual([]);
});

test("one search serves several machines and plugins by turns", () => {
  const base = baseOf(new Machine());
  const changes = createChanges(base, MEMORY, noPace);
  const one = pluginWith(changes, base, 100, 120);
  const other = pluginWith(changes, base, 120, 130);
  const machines = [new Machine().write(100, 1).write(120, 1), new Machine().write(140, 1)];
  for (let turn = 0; turn < 3; turn++) {
    const found = machines.map(({ memory }) =>
      [one, other].map((plugin) => blocksOf(changes.take(memory, plugin))),
    );
    expect(found).toEqual([
      [[], [100, 130]],
      [
        [100, 120, 140],
        [120, 130, 140],
      ],
    ]);
  }
});

test("more changes than the bound are refused, exactly as many are not", () => {
  const base = baseOf(new Machine());
  const changes = createChanges(base, MEMORY, noPace);
  const machine = new Machine().write(100, 1).write(101, 1).write(300, 1);
  const take = (maxBytes: number): number[] | undefined =>
    blocksOf(changes.takeBounded(machine.memory, createImage(base), maxBytes));
  expect(take(3 * BLOCK)).toEqual([100, 101, 300]);
  expect(take(3 * BLOCK - 1)).toBeUndefined();
  expect(take(0)).toBeUndefined();
});

test("the bound is counted across pieces", () => {
  const base = baseOf(new Machine());
  const changes = createChanges(base, MEMORY, noPace);
  const machine = new Machine();
  const each = PIECE / BLOCK;
  for (let piece = 0; piece < 2; piece++) {
    for (const at of [200, 300, 1000]) machine.write(piece * each + at, 1);
  }
  const take = (blocks: number): number[] | undefined =>
    blocksOf(changes.takeBounded(machine.memory, createImage(base), blocks * BLOCK));
  expect(take(6)).toEqual([200, 300, 1000, each + 200, each + 300, each + 1000]);
  for (const blocks of [5, 4, 3, 2]) expect(take(blocks)).toBeUndefined();
});

test("searching, copying, clearing and restoring go in steps of at most a piece", () => {
  const steps: number[] = [];
  const pace = (bytes: number): void => void steps.push(bytes);
  const ran = (): number => {
    for (const step of steps) expect(step).toBeLessThanOrEqual(PIECE);
    return steps.splice(0).reduce((sum, step) => sum + step, 0);
  };
  const base = baseOf(new Machine());
  const changes = createChanges(base, MEMORY, pace);
  const empty = createImage(changes.base);
  const machine = new Machine(MEMORY);
  machine.bytes.fill(1, BASE_END);
  const filled = MEMORY - BASE_END;
  const compared = layout.dataEnd + MEMORY - layout.heapStart;
  const { blocks, bytes, end } = changes.take(machine.memory, empty);
  // One block more: that with the word of the heap's end.
  expect(bytes.length).toBe(filled + BLOCK);
  expect(ran()).toBe(compared + bytes.length);
  clearHeap(machine.bytes, empty, pace);
  expect(ran()).toBe(filled);
  restore(machine.bytes, empty, pace, { blocks, bytes, end });
  expect(machine.bytes.subarray(BASE_END).every((byte) => byte === 1)).toBe(true);
  expect(steps.shift()).toBe(base.data.length + base.heap.length);
  expect(ran()).toBe(bytes.length);
  restore(new Machine().bytes, localImage(createImage(changes.base, { blocks, bytes, end })), pace);
  expect(steps.shift()).toBe(base.data.length + base.heap.length);
  expect(ran()).toBe(bytes.length);
});
