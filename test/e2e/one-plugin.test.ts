import { createBotRuntime, PLATFORMS, type Platform } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import type { SentMessage } from "@botwright/simulators";
import { afterAll, describe, expect, test } from "vitest";
import { conversation, DIFFERENCES, LONG, ECHO_PLUGIN } from "./echo-plugin.ts";
import { openPlatform, type OpenPlatform } from "./open-platform.ts";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

/** A platform on which the plugin runs, as a host would run it: each chat in a lane of its own. */
async function open(platform: Platform): Promise<OpenPlatform> {
  const opened = await openPlatform(platform);
  const plugins = [await sandbox.load(ECHO_PLUGIN)];
  await createBotRuntime({ adapter: opened.adapter, plugins }).start();
  return opened;
}

/** What can be compared between platforms. */
function visible({ type, text, name, bytes }: SentMessage): Partial<SentMessage> {
  return {
    type,
    ...(text !== undefined && { text }),
    ...(type === "file" && { name }),
    ...(bytes !== undefined && { bytes: Buffer.from(bytes) }),
  };
}

describe.each(PLATFORMS)("one plugin file, unchanged, on %s", (platform) => {
  const differences = DIFFERENCES[platform];

  // spec: platform.same-code, plugin.media, bot.reply, bot.send-text, bot.send-image
  // spec: bot.send-video, bot.send-file, message.type, message.text, order.incoming, context.quoted-message
  test("answers everything that people send", async () => {
    await using opened = await open(platform);
    const { simulator, users } = opened;
    const turns = conversation(users[0], differences);
    for (const [index, { say }] of turns.entries()) {
      await simulator.say(say);
      await simulator.waitForSent(index + 1);
    }
    const sent = await simulator.waitForSent(turns.length);
    expect(sent.map(visible)).toEqual(turns.map(({ answer }) => answer));
    expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([users[0]]));
  });

  test("sends a long text in parts, in order", async () => {
    await using opened = await open(platform);
    const { simulator, users } = opened;
    await simulator.say({ from: users[0], text: "long" });
    const sent = await simulator.waitForSent(differences.parts);
    expect(sent.map(({ text }) => text).join("\n")).toBe(LONG);
    expect(sent).toHaveLength(differences.parts);
  });

  // spec: bot.typing
  test("shows that it is typing until it answers, where people can see that", async () => {
    await using opened = await open(platform);
    const { simulator, users } = opened;
    await simulator.say({ from: users[0], text: "slow" });
    await simulator.waitForSent(1);
    const seen = (): string[] => simulator.typing().map(({ state }) => state);
    await expect.poll(seen).not.toContain("shown");
    expect(simulator.typing().map(({ to }) => to)).toEqual(differences.typing ? [users[0]] : []);
  });

  test("keeps the order within each of several chats", async () => {
    await using opened = await open(platform);
    const { simulator, users } = opened;
    const texts = ["one", "two", "three", "four"];
    for (const text of texts) {
      await Promise.all(users.map((from) => simulator.say({ from, text })));
    }
    const sent = await simulator.waitForSent(texts.length * users.length);
    for (const user of users) {
      const answers = sent.filter(({ to }) => to === user);
      expect(answers.map(({ text }) => text?.split(": ")[1])).toEqual(texts);
    }
  });
});
