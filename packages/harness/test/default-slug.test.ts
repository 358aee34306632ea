import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHarness } from "../src/index.ts";

const source = (key: string): string => `
export async function handler({ bot, msg, storage }) {
  await storage.set("${key}", msg.text);
  return { handled: false };
}`;

test.each(["sandbox", "host"] as const)(
  "a file without a slug has the storage of its name, whatever its code: in the %s",
  async (runIn) => {
    const folder = await mkdtemp(join(tmpdir(), "botwright-slug-"));
    const path = join(folder, "Dice Roll.mjs");
    try {
      for (const key of ["before", "after"]) {
        await writeFile(path, source(key));
        await using h = await createHarness(path, { runIn });
        await h.user().says("hello");
        expect(await h.storageOf("dice-roll").keys()).toEqual([key]);
        expect(await h.storage.get(key)).toBe("hello");
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test("texts have no name: each of a bot's has a number", async () => {
  await using h = await createHarness(source("first"), { others: [source("second")] });
  await h.user().says("hello");
  expect(await h.storageOf("plugin").keys()).toEqual(["first"]);
  expect(await h.storageOf("plugin-2").keys()).toEqual(["second"]);
});
