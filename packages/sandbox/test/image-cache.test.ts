import { expect, test } from "vitest";
import { BLOCK, PAGE } from "../src/machine/memory/dirty-blocks.ts";
import { createImageCache } from "../src/machine/memory/image-cache.ts";
import type { BaseImage, MemoryDiff } from "../src/protocol/memory-image.ts";

const base: BaseImage = {
  layout: { dataEnd: PAGE, heapStart: PAGE, heapEndWord: 64 },
  end: PAGE,
  data: new Uint8Array(PAGE),
  heap: new Uint8Array(),
};

function diffOf(blocks: number): MemoryDiff {
  const bytes = new Uint8Array(new SharedArrayBuffer(blocks * BLOCK));
  return { end: PAGE + blocks * BLOCK, blocks: Uint32Array.from({ length: blocks }), bytes };
}

/** The different images that a worker gets for so many calls of one plugin. */
function imagesOf(diff: MemoryDiff, calls: number): Set<unknown> {
  const cache = createImageCache(base);
  cache.add(1, diff);
  return new Set(Array.from({ length: calls }, () => cache.get(1)));
}

test("the image of a busy plugin is copied once into the thread's own memory", () => {
  expect(imagesOf(diffOf(100), 7).size).toBe(1);
  expect(imagesOf(diffOf(100), 3000).size).toBe(2);
});

test("an image without changes is kept as well", () => {
  expect(imagesOf(diffOf(0), 3000).size).toBe(2);
});

test("an image beyond the bound of own copies stays shared, however often it is called", () => {
  expect(imagesOf(diffOf(5_000_000 / BLOCK), 50).size).toBe(1);
});
