import { createRequire } from "node:module";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { get, tokenOf, USER } from "./feishu-client.ts";
import { at, png } from "./raw-bot.ts";

/** A robot that was not written here, unchanged. All of it must be the same copy: CommonJS. */
const require = createRequire(import.meta.url);
const { Context }: typeof import("@satorijs/core") = require("@satorijs/core");
const { HTTP }: typeof import("@cordisjs/plugin-http") = require("@cordisjs/plugin-http");
const { LarkBot } = require("@satorijs/adapter-lark");

beforeEach(() => {
  vi.spyOn(console, "log").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Satori's robot on a long connection. */
async function openFixture() {
  const sim = await startSimulator("feishu", { botName: "Robot", redeliveryMs: 200 });
  sim.introduce({ id: USER, name: "Ann" });
  const { app_id: appId, app_secret: appSecret } = sim.credentials;
  const app = new Context();
  app.plugin(HTTP);
  const plugin = app.plugin(LarkBot, {
    platform: "feishu",
    protocol: "ws",
    appId,
    appSecret,
    endpoint: `${sim.baseUrl}/open-apis`,
    retryTimes: 0,
  });
  await app.start();
  await vi.waitFor(() => expect(app.bots[0]?.user).toMatchObject({ name: "Robot" }));
  return {
    sim,
    app,
    bot: app.bots[0]!,
    async [Symbol.asyncDispose]() {
      plugin.dispose();
      await sim.close();
    },
  };
}

test("Satori's robot takes a text by long connection, and answers with a post", async () => {
  await using fixture = await openFixture();
  const { sim, app } = fixture;
  const answered = Promise.withResolvers<string[]>();
  app.on("message", ({ bot, channelId = "", content }) => {
    const sending = bot.sendMessage(channelId, `you said ${content}`);
    // A message that was pushed again is answered again, which may outlast the test.
    sending.catch(() => {});
    answered.resolve(sending);
  });
  await sim.say({ from: USER, text: "你好 👋" });
  expect(await sim.waitForSent(1)).toMatchObject([
    { to: USER, type: "text", text: "you said 你好 👋" },
  ]);
  expect(await answered.promise).toEqual([sim.sent()[0]?.messageId]);
  await vi.waitFor(() => expect(sim.pending()).toBe(0));
});

test("Satori's robot reads a message and its chat, and edits and deletes its own", async () => {
  await using fixture = await openFixture();
  const { sim, bot } = fixture;
  const { messageId } = await sim.say({ from: USER, text: "hello" });
  const chat = await chatOf(fixture, messageId);
  expect(await bot.getMessage(chat, messageId)).toMatchObject({ content: "hello" });
  expect(await bot.getGuildList()).toMatchObject({ data: [] });

  const [id = ""] = await bot.sendMessage(chat, "frist");
  await bot.editMessage(chat, id, "first");
  expect(sim.sent()).toMatchObject([{ messageId: id, text: "first" }]);
  await bot.deleteMessage(chat, id);
  expect(sim.sent()).toMatchObject([{ messageId: id, shown: false }]);
});

test("Satori's robot sends a picture, and a person sees it in the post", async () => {
  await using fixture = await openFixture();
  const { sim, bot } = fixture;
  const { messageId } = await sim.say({ from: USER, text: "hello" });
  const chat = await chatOf(fixture, messageId);
  const source = `data:image/png;base64,${Buffer.from(png(4, 4)).toString("base64")}`;
  await bot.sendMessage(chat, `look <img src="${source}"/>`);
  expect(sim.sent()).toMatchObject([{ type: "text", text: expect.stringContaining("look") }]);
  expect(sim.requests().filter(({ status }) => status >= 400)).toEqual([]);
});

/** The chat of a message, as the platform tells it. */
async function chatOf(
  { sim }: Awaited<ReturnType<typeof openFixture>>,
  messageId: string,
): Promise<string> {
  const { tenant_access_token: token } = await tokenOf(sim);
  const { data } = await get(sim, `/im/v1/messages/${messageId}`, token);
  return String(at(data, "items", 0, "chat_id"));
}
