import { randomBytes } from "node:crypto";
import { readBytes } from "@botwright/core";
import { expect, test } from "vitest";

/** Bytes that are copied in one turn. */
const STEP_BYTES = 262_144;

const tooLarge = (): Error => new Error("too large");

/** A body of pieces of 4 bytes, and how much of it was read. */
function bodyOf(pieces: number): { body: ReadableStream<Uint8Array>; read: () => number } {
  let given = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (given++ === pieces) controller.close();
        else controller.enqueue(Buffer.from("abcd"));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read: () => given };
}

test("reads a body whole, with and without its length", async () => {
  for (const length of [undefined, 8]) {
    const { body } = bodyOf(2);
    const bytes = await readBytes(body, { maxBytes: 8, length, tooLarge });
    expect(bytes.toString()).toBe("abcdabcd");
  }
  expect(await readBytes(null, { maxBytes: 0, tooLarge })).toHaveLength(0);
});

test("reads no further than the limit", async () => {
  const { body, read } = bodyOf(1000);
  await expect(readBytes(body, { maxBytes: 8, tooLarge })).rejects.toThrow("too large");
  expect(read()).toBe(3);
});

test("does not read what is announced as too large, nor more than was announced", async () => {
  const announced = bodyOf(3);
  const options = { maxBytes: 8, length: 12, tooLarge };
  await expect(readBytes(announced.body, options)).rejects.toThrow("too large");
  expect(announced.read()).toBe(0);
  const longer = bodyOf(3);
  await expect(readBytes(longer.body, { ...options, length: 4 })).rejects.toThrow("too large");
  expect(longer.read()).toBe(2);
});

test("joins the pieces in turns, in steps of bounded size", async () => {
  const sizes = [3, STEP_BYTES - 1, 0, 5, 2 * STEP_BYTES + 7, 11];
  const chunks = sizes.map((size) => randomBytes(size));
  const whole = Buffer.concat(chunks);
  let turns = 0;
  const bytes = await readBytes(ReadableStream.from(chunks), {
    maxBytes: whole.length,
    tooLarge,
    async inTurn(step) {
      const value = await step();
      turns++;
      await new Promise((resolve) => setImmediate(resolve));
      return value;
    },
  });
  expect(bytes.equals(whole)).toBe(true);
  expect(turns).toBe(Math.ceil(whole.length / STEP_BYTES));
});

test("gives up a body in too many small pieces, and reads one in as many larger ones", async () => {
  const small = bodyOf(50_000);
  await expect(readBytes(small.body, { maxBytes: 1_000_000, tooLarge })).rejects.toThrow(
    "too large",
  );
  // Each piece of four bytes pays for a sixteenth of a piece.
  expect(small.read()).toBeLessThan(1100);
  const large = ReadableStream.from(Array.from({ length: 5000 }, () => new Uint8Array(64)));
  expect(await readBytes(large, { maxBytes: 1_000_000, tooLarge })).toHaveLength(320_000);
});
