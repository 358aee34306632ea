import type { PlatformAdapter } from "@botwright/core";
import { createBot, createManualClock } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { openFixture, type Fixture, USER } from "./wechat.ts";

const bytes = Buffer.from("sixteen bytes ok");

interface OutgoingMessage {
  client_id: string;
  context_token?: string;
  item_list: Record<string, unknown>[];
}

/** The messages as they went over the wire, refused ones too. */
function messagesOf(fixture: Fixture): OutgoingMessage[] {
  const calls = fixture.wechat.requests().filter(({ call }) => call === "sendmessage");
  return calls.map(({ params }) => JSON.parse(JSON.stringify(params["msg"])));
}

/** An adapter with a chat in which a person has said something. */
async function inChat(
  fixture: Fixture,
  options?: Parameters<Fixture["started"]>[0],
): Promise<PlatformAdapter> {
  const adapter = await fixture.started(options);
  await fixture.wechat.say({ from: USER, text: "hello" });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  return adapter;
}

// spec: message.context-token
test("answers with the token of the user's newest message, also after a restart", async () => {
  await using fixture = await openFixture();
  const first = await inChat(fixture);
  const token = fixture.received[0]?.message.contextToken;
  await first.sendText(USER, "one");
  await first.stop();
  const next = fixture.adapter();
  await next.sendText(USER, "two");
  await next.sendText(USER, "three", { contextToken: "another" });
  const tokens = messagesOf(fixture).map((message) => message.context_token);
  expect(tokens).toEqual([token, token, "another"]);
});

test("answers with the token of an unreadable message, if it is the newest", async () => {
  await using fixture = await openFixture();
  const adapter = await inChat(fixture);
  const fields = { context_token: "newest" };
  await fixture.wechat.push({ from: USER, items: [{ type: 8 }], fields });
  await vi.waitFor(() => expect(fixture.wechat.pending()).toBe(0));
  await adapter.sendText(USER, "hello");
  expect(messagesOf(fixture)[0]?.context_token).toBe("newest");
});

test("does without the id of what it has sent", async () => {
  await using fixture = await openFixture({ sentIds: false });
  const adapter = await inChat(fixture);
  expect(await adapter.sendText(USER, "hello")).toEqual({ status: "sent" });
});

test("sends to an unknown user without a token, and logs that the delivery is not certain", async () => {
  await using fixture = await openFixture();
  const receipt = await fixture.adapter().sendText("stranger@im.wechat", "hello");
  expect(receipt).toEqual({ status: "sent", id: fixture.wechat.sent()[0]?.messageId });
  expect(messagesOf(fixture)[0]).not.toHaveProperty("context_token");
  expect(fixture.logger.lines).toMatchObject([{ level: "warn" }]);
});

test("keeps messages apart, so that the server does not throttle the bot", async () => {
  await using fixture = await openFixture({ burstMs: 10 });
  const adapter = fixture.adapter({ sendSpacingMs: 1500 });
  await Promise.all([1, 2, 3].map((number) => adapter.sendText(`user ${number}`, "hello")));
  expect(fixture.wechat.sent()).toHaveLength(3);
  expect(messagesOf(fixture)).toHaveLength(3);
});

test("sends again, under the same id, what was throttled", async () => {
  await using fixture = await openFixture();
  const adapter = await inChat(fixture);
  fixture.wechat.fault("rate-limit", { times: 2 });
  await adapter.sendText(USER, "hello");
  expect(fixture.clock.waits).toEqual([3000, 9000]);
  const ids = messagesOf(fixture).map(({ client_id }) => client_id);
  expect(ids[0]).toMatch(/^botwright:\d{13}-[0-9a-f]{8}$/);
  expect(ids).toEqual([ids[0], ids[0], ids[0]]);
  expect(fixture.wechat.sent()).toHaveLength(1);
});

test.each(["lost-reply", "drop-connection", "garbled", "server-error"] as const)(
  "repeats a send after %s, and the user sees it once",
  async (fault) => {
    await using fixture = await openFixture();
    const adapter = await inChat(fixture);
    fixture.wechat.fault(fault, { method: "sendmessage" });
    const receipt = await adapter.sendText(USER, "hello");
    const sent = fixture.wechat.sent();
    expect(sent.map(({ text }) => text)).toEqual(["hello"]);
    expect(receipt).toEqual({ status: "sent", id: sent[0]?.messageId });
  },
);

test("a send that is repeated stays before the next one to its chat", async () => {
  await using fixture = await openFixture();
  const adapter = await inChat(fixture);
  fixture.wechat.fault("server-error", { method: "sendmessage", times: 2 });
  await Promise.all([adapter.sendText(USER, "one"), adapter.sendText(USER, "two")]);
  expect(fixture.wechat.sent().map(({ text }) => text)).toEqual(["one", "two"]);
});

test("a host may repeat a send under its key", async () => {
  await using fixture = await openFixture();
  const adapter = await inChat(fixture);
  const options = { idempotencyKey: "call 7" };
  await adapter.sendText(USER, "hello", options);
  await adapter.sendText(USER, "hello", options);
  await adapter.sendText(USER, "something else", options);
  expect(fixture.wechat.sent().map(({ text }) => text)).toEqual(["hello", "something else"]);
});

test("a repeated send of a long text arrives whole, once, though its parts are alike", async () => {
  await using fixture = await openFixture();
  const adapter = await inChat(fixture);
  const long = "0123456789".repeat(600);
  const options = { idempotencyKey: "call 8" };
  await adapter.sendText(USER, long, options);
  await adapter.sendText(USER, long, options);
  const sent = fixture.wechat.sent().map(({ text }) => text);
  expect(sent).toHaveLength(3);
  expect(sent.join("")).toBe(long);
});

test("describes media as phones expect them", async () => {
  await using fixture = await openFixture();
  const adapter = await inChat(fixture);
  await adapter.sendImage?.(USER, bytes);
  await adapter.sendVideo?.(USER, bytes);
  await adapter.sendFile?.(USER, bytes, "笔记.txt");
  const media = {
    encrypt_query_param: expect.any(String),
    // Base64 of 32 hex characters: with the other form the phone shows a grey picture.
    aes_key: expect.stringMatching(/^[\w+/]{43}=$/),
    encrypt_type: 1,
  };
  expect(messagesOf(fixture).map(({ item_list }) => item_list)).toEqual([
    [{ type: 2, image_item: { media, mid_size: 32 } }],
    [{ type: 5, video_item: { media, video_size: 32 } }],
    [{ type: 4, file_item: { media, file_name: "笔记.txt", len: "16" } }],
  ]);
});

// spec: single.voice-options
test("sends voice in the single-platform variant, SILK by default", async () => {
  await using fixture = await openFixture();
  const adapter = await inChat(fixture);
  const bot = createBot(adapter, { variant: "single" });
  await bot.sendVoice?.(USER, bytes, undefined, { playtime: 1200 });
  const options = { encodeType: 7, sampleRate: 16_000, playtime: 300 };
  await bot.sendVoice?.(USER, bytes, "a token", options);
  const media = expect.anything();
  expect(messagesOf(fixture)).toMatchObject([
    {
      item_list: [
        {
          voice_item: {
            media,
            encode_type: 6,
            sample_rate: 24_000,
            bits_per_sample: 16,
            playtime: 1200,
          },
        },
      ],
    },
    {
      context_token: "a token",
      item_list: [{ voice_item: { encode_type: 7, sample_rate: 16_000, playtime: 300 } }],
    },
  ]);
  expect("sendVoice" in createBot(adapter)).toBe(false);
});

test("shows typing every 5 s until it is cancelled, with one ticket", async () => {
  await using fixture = await openFixture();
  const clock = createManualClock(Date.now());
  const adapter = await inChat(fixture, { clock });
  await adapter.sendTyping?.(USER);
  for (const times of [2, 3]) {
    clock.advance(5000);
    await vi.waitFor(() => expect(fixture.wechat.typing()[0]?.times).toBe(times));
  }
  await adapter.cancelTyping?.(USER);
  expect(fixture.wechat.typing()).toMatchObject([{ to: USER, state: "cancelled" }]);
  // One is the check of the session at the start.
  const asked = fixture.wechat.requests().filter(({ call }) => call === "getconfig");
  expect(asked).toHaveLength(2);
});

test("an indicator that is being shown anew is cancelled after that", async () => {
  await using fixture = await openFixture();
  const clock = createManualClock(Date.now());
  const adapter = await inChat(fixture, { clock });
  await adapter.sendTyping?.(USER);
  const slow = fixture.wechat.fault("slow", { ms: 200, method: "sendtyping" });
  clock.advance(5000);
  await vi.waitFor(() => expect(slow.hits).toBe(1), { interval: 1 });
  await adapter.cancelTyping?.(USER);
  const count = (): number =>
    fixture.wechat.requests().filter(({ call }) => call === "sendtyping").length;
  await vi.waitFor(() => expect(count()).toBe(3));
  expect(fixture.wechat.typing()).toMatchObject([{ times: 2, state: "cancelled" }]);
});

test("a message ends the indicator, and no repeat comes after it", async () => {
  await using fixture = await openFixture();
  const clock = createManualClock(Date.now());
  const adapter = await inChat(fixture, { clock });
  await adapter.sendTyping?.(USER);
  await adapter.sendText(USER, "here I am");
  const [shown] = fixture.wechat.typing();
  clock.advance(5000);
  // Comes after any repeat.
  await adapter.sendText(USER, "and here");
  expect(shown?.state).toBe("answered");
  expect(fixture.wechat.typing()).toEqual([shown]);
});

test("asks for a new ticket after ten minutes", async () => {
  await using fixture = await openFixture();
  const { clock, wechat } = fixture;
  const now = Date.now();
  let later = 0;
  const adapter = await fixture.started({
    clock: { now: () => now + later, after: (ms, run) => clock.after(ms, run) },
  });
  const asked = (): number => wechat.requests().filter(({ call }) => call === "getconfig").length;
  await adapter.sendTyping?.(USER);
  const first = asked();
  later = 590_000;
  await adapter.sendTyping?.(USER);
  expect(asked()).toBe(first);
  later = 600_001;
  await adapter.sendTyping?.(USER);
  expect(asked()).toBe(first + 1);
});

test("asks for a new ticket when the old one is refused", async () => {
  await using fixture = await openFixture();
  const adapter = await inChat(fixture, { clock: createManualClock(Date.now()) });
  await adapter.sendTyping?.(USER);
  fixture.wechat.fault("server-error", { method: "sendtyping" });
  await adapter.cancelTyping?.(USER);
  await adapter.sendTyping?.(USER);
  const asked = fixture.wechat.requests().filter(({ call }) => call === "getconfig");
  expect(asked).toHaveLength(3);
});
