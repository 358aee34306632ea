import { expect, test } from "vitest";
import { BLOCK, comparable, findDirtyBlocks, PAGE } from "../src/machine/memory/dirty-blocks.ts";

test("each byte of a page counts, whatever it is changed to", () => {
  const parent = comparable(new Uint8Array(PAGE));
  for (let at = 0; at < PAGE; at++) {
    for (const value of [1, 0x80, 0xff]) {
      const memory = new Uint8Array(2 * PAGE);
      memory[PAGE + at] = value;
      const found: number[] = [];
      findDirtyBlocks(comparable(memory), PAGE, parent, 0, found);
      expect(found).toEqual([(PAGE + at - (at % BLOCK)) / BLOCK]);
    }
  }
});
