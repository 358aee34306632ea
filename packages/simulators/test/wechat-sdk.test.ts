import { expect, test, vi } from "vitest";
import { startSimulator, type WechatOptions, type WechatSimulator } from "@botwright/simulators";
import { type ParsedMessage, WeixinBot } from "weixin-bot-sdk";

/** The client knows only the older answer of getuploadurl; short polls let it end soon. */
const OLDER: WechatOptions = { uploads: "param", holdMs: 50 };
const USER = "someone@im.wechat";

/** A bot made with a client that was not written here. */
async function openBot(
  sim: WechatSimulator,
): Promise<Disposable & { bot: WeixinBot; received: ParsedMessage[] }> {
  const bot = new WeixinBot({ baseUrl: sim.baseUrl, cdnUrl: sim.cdnBaseUrl });
  const received: ParsedMessage[] = [];
  bot.on("message", (message: ParsedMessage) => received.push(message));
  bot.on("error", () => {});
  const result = await bot.login({
    onQrCode() {
      sim.scan();
      sim.confirm();
    },
  });
  expect(result.botId).toMatch(/@im\.bot$/);
  bot.start();
  return { bot, received, [Symbol.dispose]: () => bot.stop() };
}

test("weixin-bot-sdk logs in, reads a text and answers it", async () => {
  await using sim = await startSimulator("wechat", OLDER);
  using client = await openBot(sim);
  await sim.say({ from: USER, text: "hello" });
  await vi.waitFor(() => expect(client.received).toHaveLength(1));
  const [message] = client.received;
  expect(message).toMatchObject({ type: "text", text: "hello", from: USER });
  if (message !== undefined) await client.bot.reply(message, "and to you");
  expect(await sim.waitForSent(1)).toMatchObject([{ to: USER, type: "text", text: "and to you" }]);
});

test("weixin-bot-sdk shows and ends the typing indicator", async () => {
  await using sim = await startSimulator("wechat", OLDER);
  using client = await openBot(sim);
  await sim.say({ from: USER, text: "hello" });
  await vi.waitFor(() => expect(client.received).toHaveLength(1));
  await client.bot.sendTyping(USER);
  await client.bot.cancelTyping(USER);
  expect(sim.typing()).toMatchObject([{ to: USER, times: 1, state: "cancelled" }]);
});

test.each(["hex", "raw"] as const)(
  "weixin-bot-sdk decrypts media with %s keys",
  async (keyForm) => {
    await using sim = await startSimulator("wechat", { ...OLDER, keyForm });
    using client = await openBot(sim);
    const bytes = Buffer.from("sixteen bytes ok");
    await sim.say({ from: USER, image: { bytes } });
    await sim.say({ from: USER, file: { bytes, name: "笔记.txt" } });
    await vi.waitFor(() => expect(client.received).toHaveLength(2));
    const [image, file] = client.received;
    if (image?.image === undefined || file?.file === undefined) throw new Error("no media");
    expect(await client.bot.downloadImage(image.image)).toStrictEqual(bytes);
    expect(file.file.file_name).toBe("笔记.txt");
    expect(await client.bot.downloadFile(file.file)).toStrictEqual(bytes);
  },
);

test("weixin-bot-sdk encrypts and sends media of every kind", async () => {
  await using sim = await startSimulator("wechat", OLDER);
  using client = await openBot(sim);
  await sim.say({ from: USER, text: "hello" });
  await vi.waitFor(() => expect(client.received).toHaveLength(1));
  const bytes = Buffer.from("any bytes");
  await client.bot.sendImage(USER, bytes);
  await client.bot.sendVideo(USER, bytes);
  await client.bot.sendFile(USER, bytes, "a.txt");
  const sent = await sim.waitForSent(3);
  expect(sent.map(({ type }) => type)).toEqual(["image", "video", "file"]);
  for (const message of sent) expect(Buffer.from(message.bytes ?? [])).toStrictEqual(bytes);
});

test("weixin-bot-sdk learns that another login has taken its place", async () => {
  await using sim = await startSimulator("wechat", { ...OLDER, holdMs: 5000 });
  using client = await openBot(sim);
  const expired = new Promise<void>((resolve) => {
    client.bot.on("session:expired", () => resolve());
  });
  sim.bind();
  await expect(expired).resolves.toBeUndefined();
});
