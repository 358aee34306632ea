import { expect, test } from "vitest";
import {
  startSimulator,
  type UserMessage,
  type TelegramMedia,
  type TelegramPush,
} from "@botwright/simulators";
import { at, png, rawBot } from "./raw-bot.ts";

const bytes = new Uint8Array([1, 2, 3, 4]);

/** The update that the bot gets for a pushed message. */
async function wire(push: TelegramPush): Promise<unknown> {
  await using sim = await startSimulator("telegram", { clock: () => 1_000_000 });
  sim.introduce({ id: "1001", name: "Reader" });
  await sim.push(push);
  const { result } = await rawBot(sim).call("getUpdates");
  return at(result, 0);
}

/** The names of the fields, in the order in which they came. */
function order(value: unknown): string[] {
  return Object.keys(Object(value));
}

test.each([
  [
    "animation",
    [
      "file_name",
      "mime_type",
      "duration",
      "width",
      "height",
      "thumbnail",
      "thumb",
      "file_id",
      "file_unique_id",
      "file_size",
    ],
  ],
  [
    "audio",
    [
      "duration",
      "file_name",
      "mime_type",
      "title",
      "performer",
      "thumbnail",
      "thumb",
      "file_id",
      "file_unique_id",
      "file_size",
    ],
  ],
  [
    "document",
    ["file_name", "mime_type", "thumbnail", "thumb", "file_id", "file_unique_id", "file_size"],
  ],
  [
    "video",
    [
      "duration",
      "width",
      "height",
      "file_name",
      "mime_type",
      "cover",
      "thumbnail",
      "thumb",
      "file_id",
      "file_unique_id",
      "file_size",
    ],
  ],
  [
    "video_note",
    ["duration", "length", "thumbnail", "thumb", "file_id", "file_unique_id", "file_size"],
  ],
  ["voice", ["duration", "mime_type", "file_id", "file_unique_id", "file_size"]],
  [
    "sticker",
    [
      "width",
      "height",
      "emoji",
      "is_animated",
      "is_video",
      "type",
      "thumbnail",
      "thumb",
      "file_id",
      "file_unique_id",
      "file_size",
    ],
  ],
] as const)("%s has its fields in the server's order", async (kind, fields) => {
  const update = await wire({
    from: "1001",
    media: {
      kind,
      bytes,
      name: "file.mp4",
      title: "T",
      performer: "P",
      emoji: "👋",
      thumbnail: png(32, 18),
      cover: png(64, 36),
    },
  });
  expect(order(at(update, "message", kind))).toEqual(fields);
  const thumbnail = at(update, "message", kind, "thumbnail");
  expect(at(thumbnail, "width")).toBe(kind === "voice" ? undefined : 32);
  expect(at(update, "message", kind, "thumb")).toEqual(thumbnail);
  expect(at(update, "message", kind, "cover", 0, "width")).toBe(kind === "video" ? 64 : undefined);
});

test("an animation is a document too, and comes first", async () => {
  const update = await wire({ from: "1001", media: { kind: "animation", bytes } });
  const message = at(update, "message");
  expect(at(message, "document", "file_id")).toBe(at(message, "animation", "file_id"));
  expect(order(message).slice(-2)).toEqual(["animation", "document"]);
});

test("a live photo is a photo too", async () => {
  const still = png(200, 100);
  const livePhoto: TelegramMedia = { kind: "live_photo", bytes, still, width: 200, height: 100 };
  const update = await wire({ from: "1001", media: livePhoto });
  expect(order(at(update, "message", "live_photo"))).toEqual([
    "photo",
    "file_id",
    "file_unique_id",
    "file_size",
    "width",
    "height",
    "duration",
  ]);
  expect(at(update, "message")).toMatchObject({
    live_photo: { photo: [{ width: 90 }, { width: 200 }], width: 200, duration: 1 },
    photo: [
      { width: 90, height: 45 },
      { width: 200, height: 100 },
    ],
  });
});

test("the envelope keeps the server's order, whatever order it was given in", async () => {
  const update = await wire({
    from: "1001",
    as: "edited_message",
    quote: { text: "earlier" },
    fields: {
      caption: "words",
      photo: [],
      media_group_id: "77",
      quote: { text: "ear", position: 0, is_manual: true },
      external_reply: {},
      forward_origin: { type: "user" },
      business_connection_id: "b",
      message_thread_id: 4,
      reply_to_story: {},
      sender_chat: { id: -1, title: "T", type: "channel" },
    },
  });
  expect(order(at(update, "edited_message"))).toEqual([
    "message_id",
    "message_thread_id",
    "from",
    "sender_chat",
    "chat",
    "date",
    "business_connection_id",
    "edit_date",
    "forward_origin",
    "reply_to_message",
    "external_reply",
    "quote",
    "reply_to_story",
    "media_group_id",
    "photo",
    "caption",
  ]);
});

test.each([
  { rich_message: { blocks: [{ text: "x" }] } },
  { contact: { phone_number: "1", first_name: "B" } },
  { location: { latitude: 1, longitude: 2 } },
  { venue: { title: "Here" } },
  { poll: { id: "1" } },
  { dice: { emoji: "🎲", value: 6 } },
  { game: { title: "G" } },
  { story: { id: 1 } },
  { checklist: { title: "C" } },
  { paid_media: { star_count: 1 } },
])("%j is passed on as it is", async (fields) => {
  const update = await wire({ from: "1001", fields });
  expect(at(update, "message")).toEqual({
    message_id: 1,
    from: { id: 1001, is_bot: false, first_name: "Reader", language_code: "en" },
    chat: { id: 1001, first_name: "Reader", type: "private" },
    date: 1000,
    ...fields,
  });
});

test("groups and channels have their own chats, with ids of their own", async () => {
  await using sim = await startSimulator("telegram");
  const group = { id: -100, title: "All", type: "supergroup" as const };
  const channel = { id: -200, title: "News", type: "channel" as const };
  expect(await sim.say({ from: "1", text: "a" })).toMatchObject({ messageId: "1" });
  expect(await sim.push({ from: "1", chat: group, fields: { text: "b" } })).toMatchObject({
    messageId: "1",
  });
  expect(
    await sim.push({ chat: channel, as: "channel_post", fields: { text: "c" } }),
  ).toMatchObject({ messageId: "1" });
  expect(await sim.say({ from: "1", text: "d" })).toMatchObject({ messageId: "2" });
  expect(await rawBot(sim).call("getUpdates")).toMatchObject({
    result: [
      { message: { chat: { type: "private" } } },
      { message: { chat: group, from: { id: 1 } } },
      { channel_post: { chat: channel } },
      { message: { chat: { type: "private" } } },
    ],
  });
});

test("commands are marked", async () => {
  await using sim = await startSimulator("telegram");
  await sim.say({ from: "1", text: "/start@simulated_bot now, not a/b, and /help" });
  expect(await rawBot(sim).call("getUpdates")).toMatchObject({
    result: [
      {
        message: {
          entities: [
            { offset: 0, length: 20, type: "bot_command" },
            { offset: 39, length: 5, type: "bot_command" },
          ],
        },
      },
    ],
  });
});

const media = { bytes };

test.each<[UserMessage, string, string | undefined, string]>([
  [{ from: "1", image: media }, "photo", undefined, "photos/file_0.jpg"],
  [{ from: "1", voice: media }, "voice", "audio/ogg", "voice/file_0.oga"],
  [{ from: "1", video: media }, "video", "video/mp4", "videos/file_0.mp4"],
  [{ from: "1", file: media }, "document", undefined, "documents/file_0"],
])("case %#: what is said as a file can be downloaded", async (input, key, mime, path) => {
  await using sim = await startSimulator("telegram");
  const { call, fileRoot } = rawBot(sim);
  await sim.say(input);
  const { result } = await call("getUpdates");
  const content = at(result, 0, "message", key);
  const file: unknown = Array.isArray(content) ? content.at(-1) : content;
  expect(at(file, "mime_type")).toBe(mime);
  expect(await call("getFile", { file_id: at(file, "file_id") })).toMatchObject({
    result: { file_path: path, file_unique_id: at(file, "file_unique_id") },
  });
  expect(await (await fetch(`${fileRoot}/${path}`)).bytes()).toEqual(bytes);
});

test("people need ids that Telegram can have", async () => {
  await using sim = await startSimulator("telegram");
  for (const from of ["", "reader", "-1", "01", "9007199254740993"]) {
    expect(() => sim.introduce({ id: from })).toThrow(/cannot be a Telegram user id/);
    await expect(sim.say({ from, text: "hi" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  }
  await expect(sim.push({ fields: { text: "from nowhere" } })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});

test("a person is known by the name and fields they were introduced with", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "5", name: "Reader B. Example" });
  sim.introduce({ id: 6, is_bot: true, first_name: "Other", username: "other_bot" });
  await sim.say({ from: "5", text: "a" });
  await sim.say({ from: "6", text: "b" });
  expect(await rawBot(sim).call("getUpdates")).toMatchObject({
    result: [
      {
        message: {
          from: { first_name: "Reader", last_name: "B. Example" },
          chat: { first_name: "Reader" },
        },
      },
      { message: { from: { is_bot: true, username: "other_bot" } } },
    ],
  });
  sim.introduce({ id: 6, is_bot: true, first_name: "Other", username: "renamed_bot" });
  await sim.say({ from: "6", text: "c" });
  const { result } = await rawBot(sim).call("getUpdates", { offset: -1 });
  expect(at(result, 0, "message", "chat", "username")).toBe("renamed_bot");
});
