import { expect, test } from "vitest";
import { settleGarbage } from "../../../test/collect-garbage.ts";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

const TABLE_BYTES = 1_048_576;
const VERSIONS = 32;

/** A version of a file with a table that is built when it is loaded. */
const versionOf = (number: number): string => `
  const table = new Uint8Array(${TABLE_BYTES}).fill(${number});
  export const handler = () => ({ handled: table[0] === ${number} });`;

/**
 * Bytes of the buffers that only this thread has. The list of an image's changed blocks is one of them; the blocks
 * are memory that threads share, which Node counts nowhere.
 */
async function heldBytes(): Promise<number> {
  // What was collected is reported to the sandbox in a later turn of the event loop.
  await settleGarbage();
  return process.memoryUsage().arrayBuffers;
}

test(
  "the image of a plugin that the host has let go is not kept until the bound is reached",
  { tags: ["long"] },
  async () => {
    await using sandbox = createSandbox({ workers: 1 });
    const { context } = createContext();
    const plugins = [await sandbox.load(versionOf(1))];
    const before = await heldBytes();
    for (let number = 2; number <= VERSIONS; number++) {
      plugins.push(await sandbox.load(versionOf(number)));
    }
    const whileHeld = (await heldBytes()) - before;
    for (const plugin of plugins) expect(await plugin.handler(context)).toEqual({ handled: true });
    plugins.splice(1);
    const afterwards = (await heldBytes()) - before;
    expect(afterwards).toBeLessThan(whileHeld / 2);
    expect(await plugins[0]?.handler(context)).toEqual({ handled: true });
  },
);
