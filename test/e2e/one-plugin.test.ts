import { until } from "@botwright/adapter-kit/contract";
import { createBot, createDispatcher, type Platform } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { afterAll, describe, expect, test } from "vitest";
import { PLATFORMS } from "../platforms/setups.ts";

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
    const { open, user } = PLATFORMS[platform];
    await using scene = await open();
    const { simulator } = scene;
    const adapter = scene.adapter();
    const plugin = await sandbox.load(PLUGIN);
    const dispatcher = createDispatcher({ plugins: [plugin], bot: createBot(adapter) });
    await adapter.start((incoming) => dispatcher.dispatch(incoming));
    const messages = [
      { text: "你好" },
      { image: { bytes: PNG, name: "dot.png" } },
      { text: "file" },
      { text: "long" },
    ];
    for (const [index, message] of messages.entries()) {
      await simulator.say({ from: user, ...message });
      await until("the answer", () => simulator.sent().length > index);
    }
    const [text, image, file, long] = simulator.sent();
    expect(text).toMatchObject({ type: "text", text: "Message 1: 你好" });
    expect(image?.type).toBe("image");
    expect(Buffer.from(image?.bytes ?? [])).toEqual(PNG);
    expect(file?.type).toBe("file");
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe("line 1\nline 2\n");
    expect(long?.text).toBe(LONG);
  });
});
