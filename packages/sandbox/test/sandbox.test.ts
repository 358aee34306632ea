import { expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

test("runs a plugin that answers and remembers", async () => {
  await using sandbox = createSandbox();
  const plugin = await sandbox.load(`
    export const meta = { slug: "counter", triggers: ["count"] };
    export async function handler({ bot, msg, storage }) {
      const count = (await storage.get("count") ?? 0) + 1;
      await storage.set("count", count);
      await bot.reply(msg, msg.text + " " + count);
      return { handled: true };
    }
  `);
  const { context, replies } = createContext();
  expect(plugin.meta).toEqual({ slug: "counter", triggers: ["count"] });
  expect(await plugin.handler(context)).toEqual({ handled: true });
  await plugin.handler(context);
  expect(replies).toEqual(["hello 1", "hello 2"]);
});
