import { createBot, PLATFORMS, silentLogger } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { createHarness } from "../src/index.ts";
import { createMemoryChat } from "../src/chat/memory-chat.ts";
import { createSimulatedChat } from "../src/chat/simulated-chat.ts";
import { createVirtualTime } from "../src/time/virtual-time.ts";
import type { Chat } from "../src/chat/chat.ts";

const PLUGIN = `
  export async function handler({ bot, msg, mediaBuffer }) {
    const tried = [];
    const attempt = (reference) =>
      bot.downloadRaw(reference).then((bytes) => bytes.length > 0, (error) => error.code);
    const { media } = msg.image;
    tried.push(mediaBuffer.length, (await bot.downloadImage(msg.image)).length);
    tried.push(await attempt(media.encrypt_query_param));
    for (const made of ["", "..", "file-99", "feishu:file:../../../contact/v3/users?a=b", media.encrypt_query_param + "A"]) {
      tried.push(await attempt(made));
    }
    await bot.reply(msg, tried.join(" "));
    return { handled: true };
  }`;

const REFUSED = "INVALID_MEDIA_REFERENCE";

const ANSWER = ["7 7 true", ...Array.from({ length: 5 }, () => REFUSED)].join(" ");

test("a plugin downloads what came with its message, and nothing that it makes up", async () => {
  await using h = await createHarness(PLUGIN);
  const { replies } = await h.user("ann").sendsImage(Buffer.from("picture"));
  expect(replies).toEqual([ANSWER]);
  // The same through the real adapters.
  await h.onEveryPlatform(async (on) => {
    const turn = await on.user("ann").sendsImage(Buffer.from("picture"));
    expect([on.platform, ...turn.replies]).toEqual([on.platform, ANSWER]);
  });
}, 30_000);

const time = createVirtualTime(Date.UTC(2026, 0, 5));
const logger = silentLogger;

describe.each(PLATFORMS)("on %s", (platform) => {
  test.each([
    {
      where: "in memory",
      open: async () => createMemoryChat({ platform, time }),
    },
    {
      where: "on its simulator",
      open: () => createSimulatedChat({ platform, logger }),
    },
  ])("a call for one person has no media of another, $where", async ({ open }) => {
    await using chat: Chat = await open();
    const references = new Map<string, string>();
    await chat.adapter.start(async ({ message }) => {
      references.set(message.from, message.image?.media.encrypt_query_param ?? "");
      return "accepted";
    });
    const [ann, bob] = [chat.idOf("ann"), chat.idOf("bob")];
    for (const from of [ann, bob]) {
      await chat.say({ from, image: { bytes: Buffer.from(`the picture of ${from}`) } });
    }
    await vi.waitFor(() => expect(references.size).toBe(2));
    const whole = createBot(chat.adapter);
    const bot = whole.forCall?.({ from: ann, maxDownloadBytes: 1000 });
    const picture = await bot?.downloadRaw(references.get(ann) ?? "");
    expect(picture?.length).toBeGreaterThan(0);
    await expect(bot?.downloadRaw(references.get(bob) ?? "")).rejects.toMatchObject({
      code: REFUSED,
    });
    const small = whole.forCall?.({ from: ann, maxDownloadBytes: 5 });
    await expect(small?.downloadRaw(references.get(ann) ?? "")).rejects.toMatchObject({
      code: "MEDIA_TOO_LARGE",
    });
  });
});
