import { createHash } from "node:crypto";
import { digestInChunks } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { decryptAesInChunks, encryptAes, encryptAesInChunks } from "../src/index.ts";

const MEBIBYTE = 2 ** 20;
const SIZES = [0, 1, 15, 16, 17, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE + 5];
const key = new Uint8Array(16).fill(3);

const bytesOf = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => (at * 7 + size) % 251);

/** Runs work, and counts the turns of the event loop meanwhile. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

describe.each(SIZES)("%d bytes in chunks", (size) => {
  const bytes = bytesOf(size);

  test("have the same digest", async () => {
    for (const algorithm of ["md5", "sha256"] as const) {
      const whole = createHash(algorithm).update(bytes).digest("hex");
      expect(await digestInChunks(algorithm, bytes)).toBe(whole);
    }
  });

  test("are encrypted to the same bytes, and decrypted to what they were", async () => {
    const iv = new Uint8Array(16).fill(9);
    for (const options of [{ key }, { key, iv }]) {
      const encrypted = await encryptAesInChunks(bytes, options);
      expect(Buffer.compare(encrypted, encryptAes(bytes, options))).toBe(0);
      expect(Buffer.compare(await decryptAesInChunks(encrypted, options), bytes)).toBe(0);
    }
  });
});

test("what is cut off or was encrypted with another key is refused", async () => {
  const encrypted = await encryptAesInChunks(bytesOf(2 * MEBIBYTE), { key });
  const others = { key: new Uint8Array(16).fill(4) };
  await expect(decryptAesInChunks(encrypted.subarray(0, -1), { key })).rejects.toThrow(RangeError);
  await expect(decryptAesInChunks(encrypted, others)).rejects.toThrow(RangeError);
});

test("the event loop has a turn for each mebibyte", async () => {
  const bytes = bytesOf(8 * MEBIBYTE);
  expect(await countTurns(() => digestInChunks("md5", bytes))).toBeGreaterThanOrEqual(7);
  expect(await countTurns(() => encryptAesInChunks(bytes, { key }))).toBeGreaterThanOrEqual(7);
  const encrypted = encryptAes(bytes, { key });
  expect(await countTurns(() => decryptAesInChunks(encrypted, { key }))).toBeGreaterThanOrEqual(7);
});
