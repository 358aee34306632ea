import {
  adapterContract,
  type AdapterContractSetup,
  openContractFixture,
  until,
} from "@botwright/adapter-kit/contract";
import { createBotRuntime, definePlugin } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { createPigeonAdapter, type PigeonAdapterOptions } from "./adapter.ts";
import { parseEvent } from "./parse.ts";
import { type PigeonSimulator, startPigeon } from "./simulator.ts";

const setup: AdapterContractSetup<PigeonSimulator, PigeonAdapterOptions> = {
  create: createPigeonAdapter,
  simulator: startPigeon,
  options: ({ token, baseUrl }) => ({ token, apiBase: baseUrl }),
  // Where `create` is exported: some cases kill the adapter in a thread of its own.
  module: new URL("adapter.ts", import.meta.url),
  capabilities: {
    receive: ["text", "file"],
    send: ["text", "file"],
    typing: true,
    quotes: true,
    transcription: false,
    idempotency: false,
    textLimits: [{ unit: "utf16", max: 1000 }],
    mediaLimits: { file: { max: 4 * 1024 * 1024 } },
  },
  users: ["ann", "bob"],
  secrets: ({ token }) => [token],
  sendCall: "POST /v1/messages",
  // One cursor stands for all chats.
  isSequential: true,
};

describe("the contract of adapters", () => {
  test.concurrent.each(adapterContract(setup))("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe("an event", () => {
  const ann = { id: "ann", name: "Ann" };

  test("becomes a message", () => {
    const event = {
      id: "7",
      from: ann,
      text: "yes",
      sent_at: 1_770_000_000,
      answers: { from: ann, text: "three o'clock?" },
    };
    expect(parseEvent(event, "pigeon-bot")).toEqual({
      id: "7",
      message: {
        type: "text",
        text: "yes",
        textWithQuote: "[引用: three o'clock?]\nyes",
        from: "ann",
        to: "pigeon-bot",
        timestamp: 1_770_000_000_000,
        contextToken: "7",
        messageId: 7,
        quotedMessage: { title: "Ann", text: "Ann | three o'clock?", item: event.answers },
        raw: event,
      },
    });
  });

  test("without an author is none", () => {
    expect(parseEvent({ id: "8", from: null }, "pigeon-bot")).toBeNull();
  });
});

test("plugins answer on it as on any platform", async () => {
  await using fixture = await openContractFixture(setup);
  const { simulator } = fixture;
  const echo = definePlugin({
    meta: { slug: "echo" },
    async handler({ bot, msg }) {
      await bot.reply(msg, `**${msg.text}**`);
      return { handled: true };
    },
  });
  await using runtime = createBotRuntime({ adapter: fixture.adapter(), plugins: [echo] });
  await runtime.start();
  await simulator.say({ from: "ann", text: "hello" });
  await until("an answer", () => simulator.sent().length > 0);
  expect(simulator.sent()).toEqual([
    { messageId: "sent-1", to: "ann", type: "text", text: "hello" },
  ]);
});

test("what was accepted, but not acknowledged before a restart, does not come again", async () => {
  await using fixture = await openContractFixture(setup);
  const { simulator, received } = fixture;
  const safe = Promise.withResolvers<void>();
  const first = await fixture.started({}, async (incoming) => {
    received.push(incoming);
    await safe.promise;
  });
  await simulator.say({ from: "ann", text: "before" });
  await until("the message", () => received.length > 0);
  const stopped = first.stop();
  safe.resolve();
  await stopped;
  expect(simulator.pending()).toBe(1);
  await fixture.started();
  await simulator.say({ from: "ann", text: "after" });
  await until("the next one", () => received.at(-1)?.message.text === "after");
  expect(received.map(({ message }) => message.text)).toEqual(["before", "after"]);
});

test("a token that is refused while the adapter runs is reported once", async () => {
  await using fixture = await openContractFixture(setup);
  const { simulator, logger } = fixture;
  await fixture.started();
  simulator.fault("revoked-credentials");
  await simulator.say({ from: "ann", text: "the last one" });
  await until("the failure", () => fixture.refusals.length > 0);
  expect(fixture.refusals).toMatchObject([{ code: "PLATFORM_UNAUTHORIZED" }]);
  expect(logger.lines.filter(({ level }) => level === "error")).toHaveLength(1);
});
