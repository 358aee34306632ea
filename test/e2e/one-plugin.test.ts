import { createBot, createDispatcher, type Platform } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { afterAll, describe, expect, test } from "vitest";
import { STAGES } from "./platforms.ts";

/** One file: text, storage, Markdown, an image in and out, a file. It knows no platform. */
const PLUGIN = `
  export const meta = { slug: "parrot", name: "Parrot" };
  export async function handler({ bot, msg, storage, mediaBuffer }) {
    const count = ((await storage.get("count")) ?? 0) + 1;
    await storage.set("count", count);
    await bot.sendTyping(msg.from);
    if (msg.type === "image") {
      await bot.sendImage(msg.from, mediaBuffer);
    } else if (msg.text === "file") {
      await bot.sendFile(msg.from, Buffer.from("line 1\\nline 2\\n"), "notes.txt");
    } else if (msg.text === "long") {
      const row = (n) => "- **row " + n + "** with \`code\` and [a link](https://example.com/" + n + ")";
      await bot.reply(msg, ["# Title", "", ...Array.from({ length: 20 }, (_, n) => row(n))].join("\\n"));
    } else {
      await bot.reply(msg, "Message **" + count + "**: " + msg.text);
    }
    return { handled: true };
  }`;

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

/** The same as plain text: chats show no Markdown. */
const LONG = [
  "Title",
  "",
  ...Array.from({ length: 20 }, (_, n) => `• row ${n} with code and a link`),
].join("\n");

const sandbox = createSandbox();
afterAll(() => sandbox.close());

describe("one plugin file, unchanged, through the real adapters", () => {
  const platforms: Platform[] = ["wechat", "feishu", "wecom", "dingtalk", "telegram"];
  test.each(platforms)("on %s", async (platform) => {
    const stage = await STAGES[platform]();
    const { inspector, adapter, user } = stage;
    try {
      const plugin = await sandbox.load(PLUGIN);
      const dispatcher = createDispatcher({ plugins: [plugin], bot: createBot(adapter) });
      await adapter.start((incoming) => dispatcher.dispatch(incoming));
      await inspector.say({ from: user, text: "你好" });
      await inspector.waitForSent(1);
      await inspector.say({ from: user, image: { bytes: PNG, name: "dot.png" } });
      await inspector.waitForSent(2);
      await inspector.say({ from: user, text: "file" });
      await inspector.waitForSent(3);
      await inspector.say({ from: user, text: "long" });
      const [text, image, file, long] = await inspector.waitForSent(4);
      expect(text).toMatchObject({ type: "text", text: "Message 1: 你好" });
      expect(image?.type).toBe("image");
      expect(Buffer.from(image?.bytes ?? [])).toEqual(PNG);
      expect(file?.type).toBe("file");
      expect(Buffer.from(file?.bytes ?? []).toString()).toBe("line 1\nline 2\n");
      expect(long?.text).toBe(LONG);
    } finally {
      await stage.close();
    }
  });
});
