import { expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

const handler = (body: string): string =>
  `export async function handler({ bot, msg, storage }) { ${body}; return { handled: true }; }`;

test("memory is capped by memoryBytes, and the next call has a fresh one", async () => {
  await using small = createSandbox({ workers: 1, limits: { memoryBytes: 32 * 2 ** 20 } });
  const plugin = await small.load(
    handler("const a = []; for (let i = 0; i < Number(msg.text); i++) a.push(new Uint8Array(1e6))"),
  );
  const ask = (text: string): Promise<unknown> => {
    const { context } = createContext();
    return plugin.handler({ ...context, msg: { ...context.msg, text } });
  };
  await expect(ask("10")).resolves.toEqual({ handled: true });
  await expect(ask("40")).rejects.toMatchObject({ code: "SANDBOX_MEMORY_LIMIT" });
  await expect(ask("10")).resolves.toEqual({ handled: true });
});

test("a guest that catches the error goes on", async () => {
  await using small = createSandbox({ workers: 1, limits: { memoryBytes: 32 * 2 ** 20 } });
  const plugin = await small.load(
    handler("try { new Uint8Array(1e9) } catch { await bot.reply(msg, 'caught') }"),
  );
  const { context, replies } = createContext();
  await plugin.handler(context);
  expect(replies).toEqual(["caught"]);
});

test("memory runs out in an answer as well as in the guest's own code", async () => {
  await using small = createSandbox({ workers: 1, limits: { memoryBytes: 2 ** 24 } });
  const plugin = await small.load(handler("const text = await storage.get('large')"));
  const neighbour = await small.load(handler("await storage.get('small')"));
  const { context } = createContext();
  const storage = {
    ...context.storage,
    get: async (key: string) => (key === "large" ? "x".repeat(2e7) : "y"),
  };
  for (let round = 0; round < 3; round++) {
    await expect(plugin.handler({ ...context, storage })).rejects.toMatchObject({
      code: "SANDBOX_MEMORY_LIMIT",
    });
    await expect(neighbour.handler({ ...context, storage })).resolves.toEqual({ handled: true });
  }
});

test("memory is settable for one plugin, within that of its sandbox", async () => {
  await using roomy = createSandbox({ workers: 1, limits: { memoryBytes: 64 * 2 ** 20 } });
  const source = handler(
    "const all = []; for (let i = 0; i < 30; i++) all.push(new Uint8Array(1e6))",
  );
  const big = await roomy.load(source);
  const small = await roomy.load(source, { limits: { memoryBytes: 24 * 2 ** 20 } });
  const { context } = createContext();
  for (let round = 0; round < 3; round++) {
    await expect(big.handler(context)).resolves.toEqual({ handled: true });
    await expect(small.handler(context)).rejects.toMatchObject({ code: "SANDBOX_MEMORY_LIMIT" });
  }
  await expect(roomy.load(source, { limits: { memoryBytes: 2 ** 27 } })).rejects.toThrow(
    /limits\.memoryBytes/,
  );
});

test.each([1, 2 ** 40, Number.NaN])("memoryBytes = %s is refused", (memoryBytes) => {
  expect(() => createSandbox({ limits: { memoryBytes } })).toThrow(/limits\.memoryBytes/);
});
