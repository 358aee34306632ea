import { expect, test } from "vitest";
import { createBufferPool } from "../src/machine/memory/buffer-pool.ts";

const MIB = 2 ** 20;

test("a buffer that was given back serves the next call of about its size", () => {
  const pool = createBufferPool();
  for (const [first, next] of [
    [41_000, 48_000],
    [70_000, 90_000],
    [60 * MIB, 40 * MIB],
    [70 * MIB, 100 * MIB],
  ] as const) {
    const taken = pool.take(first);
    pool.giveBack(taken);
    const again = pool.take(next);
    expect(again.buffer).toBe(taken.buffer);
    expect(again.byteLength).toBe(next);
    pool.giveBack(again);
  }
});

test("buffers are not shared by calls that hold them at once, and have room for a ticket", () => {
  const pool = createBufferPool();
  const [one, other] = [pool.take(2 * MIB), pool.take(2 * MIB)];
  expect(one.buffer).not.toBe(other.buffer);
  expect(one.buffer.byteLength).toBeGreaterThan(2 * MIB);
});

test("no more than 128 MiB of free buffers are kept, and those that were needed last", () => {
  const dropped: number[] = [];
  const pool = createBufferPool((bytes) => dropped.push(bytes));
  const small = pool.take(30 * MIB);
  const large = [pool.take(60 * MIB), pool.take(60 * MIB)];
  pool.giveBack(small);
  for (const bytes of large) pool.giveBack(bytes);
  expect(dropped).toEqual([32 * MIB]);
  const again = [pool.take(60 * MIB), pool.take(60 * MIB)];
  expect(new Set(again.map(({ buffer }) => buffer))).toEqual(
    new Set(large.map(({ buffer }) => buffer)),
  );
  pool.giveBack(pool.take(200 * MIB));
  expect(dropped).toEqual([32 * MIB, 256 * MIB]);
});

test("a size that was not needed between two trims is dropped", () => {
  const dropped: number[] = [];
  const pool = createBufferPool((bytes) => dropped.push(bytes));
  const large = pool.take(100 * MIB);
  pool.giveBack(large);
  pool.trim();
  const small = pool.take(50_000);
  pool.giveBack(small);
  pool.trim();
  expect(dropped).toEqual([128 * MIB]);
  expect(pool.take(100 * MIB).buffer).not.toBe(large.buffer);
  expect(pool.take(50_000).buffer).toBe(small.buffer);
});
