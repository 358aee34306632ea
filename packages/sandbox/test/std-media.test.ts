import { afterAll, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";
import { loadAndReport } from "./report.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

test("what a plugin writes into mediaBuffer is not seen by another call", async () => {
  const report = await loadAndReport(
    sandbox,
    `async function report({ mediaBuffer, storage }) {
    const before = mediaBuffer.toString("latin1");
    mediaBuffer.fill(0);
    mediaBuffer.write("mine", 2);
    await storage.get("a");
    return [before, mediaBuffer.toString("latin1"), Buffer.isBuffer(mediaBuffer), mediaBuffer.buffer.byteLength];
  }`,
  );
  const mediaBuffer = Buffer.from("the medium");
  const call = (): unknown => report(createContext({ mediaBuffer }).context);
  const expected = ["the medium", "\0\0mine\0\0\0\0", true, 10];
  expect(await call()).toEqual(expected);
  expect(await Promise.all([call(), call()])).toEqual([expected, expected]);
  expect(mediaBuffer.toString()).toBe("the medium");
});

test("mediaBuffer is one and the same however often it is read", async () => {
  const report = await loadAndReport(
    sandbox,
    `async function report(ctx) {
    const first = ctx.mediaBuffer;
    first[0] = 65;
    await new Promise((resolve) => setTimeout(resolve, 1));
    return [ctx.mediaBuffer === first, ctx.mediaBuffer[0], Object.keys(ctx).includes("mediaBuffer")];
  }`,
  );
  const { context } = createContext({ mediaBuffer: Buffer.from("xyz") });
  expect(await report(context)).toEqual([true, 65, true]);
});
