import { expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

/** A plugin with a table of a megabyte that was built when it was loaded. */
const withTable = (name: string): string => `
  const table = new Uint8Array(1_000_000).fill(${name.length});
  export async function handler({ storage }) {
    let sum = 0;
    // A hundred bytes are less than what an image is made of.
    for (let at = 0; at < table.length; at += 100) sum += table[at];
    await storage.set("${name}", sum);
    return { handled: true };
  }`;

test("images beyond the bound make room, and come back when they are called", async () => {
  await using sandbox = createSandbox({ workers: 1, imageBytes: 2_500_000 });
  const names = ["a", "bb", "ccc", "dddd"];
  const plugins = await Promise.all(names.map((name) => sandbox.load(withTable(name))));
  const { context } = createContext();
  for (let round = 0; round < 3; round++) {
    for (const plugin of plugins) expect(await plugin.handler(context)).toEqual({ handled: true });
  }
  const sums = await Promise.all(names.map((name) => context.storage.get(name)));
  expect(sums).toEqual(names.map((name) => name.length * 10_000));
  // Several calls at once load a file once.
  const at = plugins.map((plugin) => Array.from({ length: 5 }, () => plugin.handler(context)));
  for (const result of await Promise.all(at.flat())) expect(result).toEqual({ handled: true });
});

test(
  "a file whose image was evicted is loaded again before others are loaded for the first time",
  { tags: ["long"] },
  async () => {
    // Only one of two images fits.
    await using sandbox = createSandbox({ workers: 1, imageBytes: 1_500_000 });
    const plugins = await Promise.all(["a", "bb"].map((name) => sandbox.load(withTable(name))));
    const { context } = createContext();
    for (const plugin of plugins) await plugin.handler(context);
    const ended: string[] = [];
    const loads = [1, 2, 3, 4].map(async (file) => {
      const limits = { cpuMs: 150 };
      await sandbox.load(`for (;;); // ${file}`, { limits }).catch(() => {});
      ended.push("load");
    });
    await plugins[0]?.handler(context);
    ended.push("call");
    await Promise.all(loads);
    // The first load was running, and no other one has begun before the reload.
    expect(ended.indexOf("call")).toBeLessThan(2);
  },
);
