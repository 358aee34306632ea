import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { rawBot } from "./raw-bot.ts";

function replyTo(message_id: number): object {
  return { message_id, allow_sending_without_reply: true };
}

test.each([
  [{ chat_id: 1001 }, "message text is empty"],
  [{ chat_id: 1001, text: "" }, "message text is empty"],
  [{ chat_id: 1001, text: " \n " }, "text must be non-empty"],
  [{ chat_id: 1001, text: "\u200B\u2060\uFEFF\u3164" }, "text must be non-empty"],
  [{ text: "hi" }, "chat_id is empty"],
  [{ chat_id: 9999, text: "hi" }, "chat not found"],
  [{ chat_id: "@nobody", text: "hi" }, "chat not found"],
  [{ chat_id: "0x3e9", text: "hi" }, "chat not found"],
  [{ chat_id: 1001, text: "x".repeat(4097) }, "message is too long"],
  [{ chat_id: 1001, text: "👋".repeat(4097) }, "message is too long"],
  [{ chat_id: 1001, text: "x".repeat(32_769) }, "text is too long"],
  [{ chat_id: 1001, text: "hi", parse_mode: "XML" }, "unsupported parse_mode"],
  [
    { chat_id: 1001, text: "hi", reply_parameters: { message_id: 77 } },
    "message to be replied not found",
  ],
  [
    { chat_id: 1001, text: "hi", reply_parameters: "{" },
    "can't parse reply parameters JSON object",
  ],
  [
    { chat_id: 1001, text: "hi", reply_parameters: [{ message_id: 1 }] },
    "object expected as reply parameters",
  ],
])("sendMessage refuses case %#", async (body, text) => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  expect(await rawBot(sim).call("sendMessage", body)).toMatchObject({
    status: 400,
    error_code: 400,
    description: `Bad Request: ${text}`,
  });
  expect(sim.sent()).toEqual([]);
});

test("sendMessage takes 4096 code points and trims the ends", async () => {
  await using sim = await startSimulator("telegram", {
    botName: "Me",
    clock: () => 1_700_000_000_123,
  });
  sim.introduce({ id: "1001", name: "Reader" });
  const text = "👋".repeat(4096);
  const answer = await rawBot(sim).call("sendMessage", { chat_id: 1001, text: `\n${text} ` });
  expect(answer.result).toEqual({
    message_id: 1,
    from: { id: 7000000001, is_bot: true, first_name: "Me", username: "simulated_bot" },
    chat: { id: 1001, first_name: "Reader", type: "private" },
    date: 1_700_000_000,
    text,
  });
});

test("a reply holds the message it answers, one level deep", async () => {
  await using sim = await startSimulator("telegram");
  const { call } = rawBot(sim);
  const { messageId } = await sim.say({ from: "1001", text: "first" });
  const body = { chat_id: 1001, text: "second", reply_parameters: replyTo(Number(messageId)) };
  await call("sendMessage", body);
  const { result } = await call("sendMessage", {
    chat_id: 1001,
    text: "third",
    reply_parameters: replyTo(2),
  });
  expect(result).toMatchObject({ reply_to_message: { message_id: 2, text: "second" } });
  expect(result).not.toHaveProperty("reply_to_message.reply_to_message");
  await call("sendMessage", { chat_id: 1001, text: "fourth", reply_parameters: replyTo(99) });
  await call("sendMessage", { chat_id: 1001, text: "fifth", reply_to_message_id: 1 });
  expect(sim.sent().map(({ text, quotes }) => [text, quotes?.text])).toEqual([
    ["second", "first"],
    ["third", "second"],
    ["fourth", undefined],
    ["fifth", "first"],
  ]);
});

test("a reply may quote a part of the message it answers", async () => {
  await using sim = await startSimulator("telegram");
  const { call } = rawBot(sim);
  const { messageId } = await sim.say({ from: "1001", text: "one two" });
  const reply = (quote: string): Promise<unknown> =>
    call("sendMessage", {
      chat_id: 1001,
      text: "yes",
      reply_parameters: { message_id: messageId, quote },
    });
  expect(await reply("two")).toMatchObject({
    result: { quote: { text: "two", position: 4, is_manual: true } },
  });
  expect(await reply("three")).toMatchObject({ description: "Bad Request: QUOTE_TEXT_INVALID" });
});

test("typing is shown for five seconds, until a message, or until it is cancelled", async () => {
  let now = 1000;
  await using sim = await startSimulator("telegram", { clock: () => now });
  for (const id of ["1", "2", "3"]) sim.introduce({ id });
  const { call } = rawBot(sim);
  for (const chat_id of [1, 2, 3]) await call("sendChatAction", { chat_id, action: "typing" });
  now += 4000;
  await call("sendChatAction", { chat_id: 1, action: "upload_photo" });
  await call("sendChatAction", { chat_id: 2, action: "cancel" });
  await call("sendMessage", { chat_id: 3, text: "done" });
  const shown = { to: "1", action: "upload_photo", times: 2, startedAt: 1000, endsAt: 10_000 };
  expect(sim.typing()).toEqual([
    { ...shown, state: "shown" },
    { to: "2", action: "typing", times: 1, startedAt: 1000, endsAt: 5000, state: "cancelled" },
    { to: "3", action: "typing", times: 1, startedAt: 1000, endsAt: 5000, state: "answered" },
  ]);
  now += 5000;
  expect(sim.typing()[0]).toEqual({ ...shown, state: "expired" });
  expect(await call("sendChatAction", { chat_id: 1, action: "juggling" })).toMatchObject({
    description: "Bad Request: wrong parameter action in request",
  });
});

test.each([
  "typing",
  "upload_photo",
  "record_video",
  "upload_video",
  "record_voice",
  "upload_voice",
  "upload_document",
  "choose_sticker",
  "find_location",
  "record_video_note",
  "upload_video_note",
])("sendChatAction shows %s", async (action) => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  expect(await rawBot(sim).call("sendChatAction", { chat_id: 1001, action })).toMatchObject({
    result: true,
  });
  expect(sim.typing()).toMatchObject([{ to: "1001", action, state: "shown" }]);
});

test("a bot cannot send first to a user whom it knows only from a group", async () => {
  await using sim = await startSimulator("telegram");
  const chat = { id: -5, title: "All", type: "group" as const };
  await sim.push({ from: "1001", chat, fields: { text: "hi all" } });
  const { call } = rawBot(sim);
  expect(await call("sendMessage", { chat_id: 1001, text: "psst" })).toMatchObject({
    status: 403,
    description: "Forbidden: bot can't initiate conversation with a user",
  });
  expect(await call("sendMessage", { chat_id: -5, text: "hi" })).toMatchObject({ ok: true });
});
