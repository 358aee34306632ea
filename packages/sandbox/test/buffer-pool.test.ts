import { expect, test } from "vitest";
import { createBufferPool } from "../src/machine/memory/buffer-pool.ts";

const MIB = 2 ** 20;

test("a buffer that was given back serves the next call of about its size", () => {
  const pool = createBufferPool();
  for (const [first, next] of [
    [40_000, 60_000],
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

test("no more than 128 MiB of free buffers are kept", () => {
  const pool = createBufferPool();
  const taken = Array.from({ length: 6 }, () => pool.take(30 * MIB));
  for (const bytes of taken) pool.giveBack(bytes);
  const buffers = new Set(taken.map(({ buffer }) => buffer));
  const again = Array.from({ length: 6 }, () => pool.take(30 * MIB));
  expect(again.filter(({ buffer }) => buffers.has(buffer))).toHaveLength(4);
});

test("a size that nobody needs any more is dropped", () => {
  const pool = createBufferPool();
  const large = pool.take(100 * MIB);
  pool.giveBack(large);
  for (let call = 0; call < 600; call++) pool.giveBack(pool.take(50_000));
  expect(pool.take(100 * MIB).buffer).not.toBe(large.buffer);
});
