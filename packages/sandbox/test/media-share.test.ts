import type { Plugin } from "@botwright/core";
import { expect, test } from "vitest";
import { createMediaShare } from "../src/main/call/media.ts";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

const medium = (size: number, byte: number): Buffer => Buffer.alloc(size, byte);

test("all plugins of a message share one copy", async () => {
  const media = createMediaShare();
  const photo = medium(10, 1);
  const first = await media.share(photo);
  expect((await media.share(photo)).bytes).toBe(first.bytes);
  first.release(true);
  expect((await media.share(photo)).bytes).toBe(first.bytes);
});

test("the memory of a copy that is no longer used holds the next medium, whose bytes alone are shown", async () => {
  const media = createMediaShare();
  const photo = medium(10, 1);
  const first = await media.share(photo);
  first.release(true);
  const second = await media.share(medium(4, 2));
  expect(second.bytes.buffer).toBe(first.bytes.buffer);
  expect(second.bytes).toEqual(new Uint8Array([2, 2, 2, 2]));
  // The first one again, while another is where it was.
  expect((await media.share(photo)).bytes).toEqual(new Uint8Array(photo));
});

test("other work has its turns while a large medium is copied, and no call gets a part of it", async () => {
  const media = createMediaShare();
  const video = medium(4 * 2 ** 20 + 5, 7);
  let turns = 0;
  const counting = (): void => {
    turns++;
    next = setImmediate(counting);
  };
  let next = setImmediate(counting);
  const [first, second] = await Promise.all([media.share(video), media.share(video)]);
  clearImmediate(next);
  // After the first mebibyte come three, and the rest.
  expect(turns).toBeGreaterThanOrEqual(4);
  expect(second.bytes).toBe(first.bytes);
  expect(Buffer.compare(first.bytes, video)).toBe(0);
});

test.each([
  ["another plugin uses it", [true], 2],
  ["a worker may still read it", [false], 1],
  ["a worker may still read it for one of two plugins", [false, true], 2],
])("memory is not reused while %s", async (_when, ends, users) => {
  const media = createMediaShare();
  const photo = medium(10, 1);
  const uses = await Promise.all(Array.from({ length: users }, () => media.share(photo)));
  for (const [at, hasFinished] of ends.entries()) uses[at]?.release(hasFinished);
  expect((await media.share(medium(10, 2))).bytes.buffer).not.toBe(uses[0]?.bytes.buffer);
  expect(uses[0]?.bytes).toEqual(new Uint8Array(photo));
});

test("the memory that it holds for reuse is bounded", async () => {
  const media = createMediaShare();
  const size = 24 * 2 ** 20;
  const uses = await Promise.all(Array.from({ length: 3 }, () => media.share(medium(size, 1))));
  for (const use of uses) use.release(true);
  const kept = new Set(uses.map(({ bytes }) => bytes.buffer));
  const next = await Promise.all(Array.from({ length: 3 }, () => media.share(medium(size, 2))));
  expect(next.filter(({ bytes }) => kept.has(bytes.buffer))).toHaveLength(2);
});

test("a handler sees the medium of its own message, after one that was larger or ran out of time", async () => {
  await using sandbox = createSandbox({ workers: 1 });
  const slow = await sandbox.load(
    "export const handler = () => new Promise((resolve) => setTimeout(resolve, 60_000));",
    { limits: { wallMs: 50 } },
  );
  const plugin = await sandbox.load(`
    export async function handler({ mediaBuffer, storage }) {
      const { length } = mediaBuffer;
      await storage.set("seen", [length, mediaBuffer[0], mediaBuffer.buffer.byteLength === length]);
      return { handled: true };
    }
  `);
  const seen: unknown[] = [];
  const call = async (one: Plugin, mediaBuffer: Buffer): Promise<unknown> => {
    const { context, calls } = createContext({ mediaBuffer });
    const outcome = await one.handler(context).catch((error: unknown) => error);
    seen.push(calls.at(-1)?.[2]);
    return outcome;
  };
  await call(plugin, medium(5000, 1));
  await call(plugin, medium(70, 2));
  expect(await call(slow, medium(3000, 3))).toMatchObject({ code: "PLUGIN_TIMEOUT" });
  await call(plugin, medium(3000, 4));
  expect(seen).toEqual([[5000, 1, true], [70, 2, true], undefined, [3000, 4, true]]);
});
