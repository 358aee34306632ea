import { crc32 } from "node:zlib";
import { createManualClock, createMemoryAdapterState, type PlatformAdapter } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { openFixture, type Fixture, USER, until } from "./dingtalk.ts";

const MP4 = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0", "latin1");
const WEBP = Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1");

/** Reads an archive of one stored file as unpackers do, from its end. */
function unzip(bytes: Uint8Array = new Uint8Array()): Record<string, unknown> {
  const archive = Buffer.from(bytes);
  const end = archive.lastIndexOf("PK\x05\x06");
  const entry = archive.subarray(archive.readUInt32LE(end + 16), end);
  const size = entry.readUInt32LE(24);
  const name = entry.toString("utf8", 46, 46 + entry.readUInt16LE(28));
  const local = archive.subarray(entry.readUInt32LE(42));
  const start = 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  const content = local.subarray(start, start + size);
  const isWhole = crc32(content) === entry.readUInt32LE(16) && entry.readUInt16LE(10) === 0;
  return { name, text: content.toString(), isWhole };
}

/** The token of a message that a person has just sent. */
async function spokenTo(fixture: Fixture): Promise<string> {
  const count = fixture.received.length;
  await fixture.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(fixture.received).toHaveLength(count + 1));
  return fixture.received[count]?.message.contextToken ?? "";
}

describe("answers", () => {
  test("go by the session of the message, and without a token by batchSend", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    const contextToken = await spokenTo(fixture);
    expect(await adapter.sendText(USER, "by session", { contextToken })).toEqual({
      status: "sent",
    });
    const { id } = await adapter.sendText(USER, "by id");
    expect(fixture.dingtalk.sent()).toMatchObject([
      { to: USER, text: "by session" },
      { to: USER, text: "by id", messageId: id },
    ]);
    expect(fixture.calls("sendBySession")).toBe(1);
    expect(fixture.calls("batchSend")).toBe(1);
  });

  test.each([
    [59_000, 0],
    [70_000, 1],
  ])("use a session of %d ms %d times: one that is about to end is left", async (life, uses) => {
    await using fixture = await openFixture({ sessionLifeMs: life });
    const adapter = await fixture.inChat();
    const contextToken = await spokenTo(fixture);
    await adapter.sendText(USER, "hello", { contextToken });
    expect(fixture.calls("sendBySession")).toBe(uses);
    expect(fixture.dingtalk.sent()).toHaveLength(1);
  });

  test("never go to another user by a token", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    const contextToken = await spokenTo(fixture);
    fixture.dingtalk.introduce({ id: "staff2" });
    await adapter.sendText("staff2", "for you", { contextToken });
    await adapter.sendText(USER, "for you", { contextToken: "a made-up token" });
    expect(fixture.dingtalk.sent().map(({ to }) => to)).toEqual(["staff2", USER]);
  });

  test("still go by the session after a restart", async () => {
    await using fixture = await openFixture();
    const first = await fixture.inChat();
    const contextToken = await spokenTo(fixture);
    await first.stop();
    const second = await fixture.started();
    await second.sendText(USER, "hello again", { contextToken });
    expect(fixture.calls("sendBySession")).toBe(1);
    expect(fixture.calls("batchSend")).toBe(0);
  });

  test("reach people outside of the organisation, who have a session only", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    await fixture.dingtalk.push({
      from: USER,
      text: "hello",
      fields: { senderStaffId: undefined },
    });
    await until(() => expect(fixture.received).toHaveLength(1));
    const { from = "", contextToken = "" } = fixture.received[0]?.message ?? {};
    expect(from).toMatch(/^\$:LWCP_v1:/);
    await adapter.sendText(from, "welcome", { contextToken });
    expect(fixture.dingtalk.sent()).toMatchObject([{ text: "welcome" }]);
    fixture.dingtalk.fault("expired-session");
    await expect(adapter.sendText(from, "more", { contextToken })).rejects.toMatchObject({
      code: "PLATFORM_NOT_FOUND",
    });
  });
});

test("a person outside of the organisation is reached without a token of theirs, by their newest session", async () => {
  await using fixture = await openFixture();
  const { state, dingtalk } = fixture;
  const first = await fixture.inChat();
  const fields = { senderStaffId: undefined };
  for (const text of ["one", "two"]) await dingtalk.push({ from: USER, text, fields });
  await until(() => expect(fixture.received).toHaveLength(2));
  const [one] = fixture.received;
  const from = one?.message.from ?? "";
  await first.stop();
  const adapter = fixture.adapter({ state });
  await adapter.sendText(from, "no token");
  await adapter.sendText(from, "a wrong one", { contextToken: "made up" });
  expect(dingtalk.sent().map(({ text }) => text)).toEqual(["no token", "a wrong one"]);
  const used = dingtalk.requests().filter(({ call }) => call.endsWith("sendBySession"));
  expect(used).toHaveLength(2);
  await expect(adapter.sendText("$:LWCP_v1:$another", "hello")).rejects.toMatchObject({
    code: "PLATFORM_NOT_FOUND",
  });
});

test("stores sessions until their end, and texts for 30 days", async () => {
  const state = createMemoryAdapterState();
  const kept = vi.spyOn(state, "set");
  await using fixture = await openFixture({ sessionLifeMs: 600_000 });
  const adapter = await fixture.inChat({ state });
  await spokenTo(fixture);
  await adapter.sendText(USER, "hello");
  const livesOf = (kind: string): number[] =>
    kept.mock.calls
      .filter(([key]) => key.startsWith(`dingtalk.${kind}.`))
      .map(([, , options]) => Math.ceil((options?.ttlMs ?? Infinity) / 60_000));
  expect(livesOf("session")).toEqual([10]);
  // What was received, and what was sent.
  expect(livesOf("text")).toEqual([43_200, 43_200]);
});

describe("texts", () => {
  test("that are mostly escaped still fit into msgParam", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    const text = `start${"\u0001".repeat(3990)}end`;
    await adapter.sendText(USER, text);
    const texts = fixture.dingtalk.sent().map((message) => message.text);
    expect(texts.join("")).toBe(text);
    expect(texts.length).toBeGreaterThan(1);
  });
});

describe("access tokens", () => {
  test("are fetched once by many at a time", async () => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter();
    const people = ["a", "b", "c", "d"];
    for (const id of people) fixture.dingtalk.introduce({ id });
    await Promise.all(people.map((id) => adapter.sendText(id, "hello")));
    expect(fixture.calls("accessToken")).toBe(1);
    expect(fixture.dingtalk.sent()).toHaveLength(4);
  });

  test.each(["batchSend", "upload"])("that have ended are renewed once, at %s", async (method) => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    fixture.dingtalk.fault("expired-token", { method });
    await adapter.sendFile?.(USER, Buffer.from("words"), "w.pdf");
    expect(fixture.dingtalk.sent()).toHaveLength(1);
    expect(fixture.calls("accessToken")).toBe(2);
  });

  test("are renewed before their end", async () => {
    const clock = createManualClock(Date.now());
    await using fixture = await openFixture({ tokenLifeMs: 3_600_000 });
    const adapter = fixture.adapter({ clock });
    fixture.dingtalk.introduce({ id: USER });
    await adapter.sendText(USER, "one");
    clock.advance(3_600_000 - 181_000);
    await adapter.sendText(USER, "two");
    expect(fixture.calls("accessToken")).toBe(1);
    clock.advance(2000);
    await adapter.sendText(USER, "three");
    expect(fixture.calls("accessToken")).toBe(2);
  });
});

/** What arrives of a send. */
async function send(
  adapter: PlatformAdapter,
  fixture: Fixture,
  act: (adapter: PlatformAdapter) => Promise<unknown> | undefined,
): Promise<unknown> {
  await act(adapter);
  return fixture.dingtalk.sent().at(-1);
}

describe("media", () => {
  test("a video goes with a cover, which is uploaded once", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    await adapter.sendVideo?.(USER, MP4);
    await adapter.sendVideo?.(USER, MP4);
    expect(fixture.dingtalk.sent()).toMatchObject([{ type: "video" }, { type: "video" }]);
    expect(fixture.calls("media/upload")).toBe(3);
  });

  test.each([
    { what: "the length of its header", header: [1000, 42_400], duration: "42" },
    { what: "a second when it is shorter", header: [1000, 40], duration: "1" },
    { what: "a second when it does not say", header: [0, 0], duration: "1" },
  ])("a video is sent with $what", async ({ header: [scale = 0, length = 0], duration }) => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    const movie = Buffer.alloc(36);
    movie.write("\0\0\0\x24moov\0\0\0\x1cmvhd", "latin1");
    movie.writeUInt32BE(scale, 28);
    movie.writeUInt32BE(length, 32);
    const ftyp = Buffer.from("\0\0\0\x10ftypisom\0\0\x02\0", "latin1");
    await adapter.sendVideo?.(USER, Buffer.concat([ftyp, movie]));
    expect(fixture.dingtalk.sent()).toMatchObject([{ type: "video" }]);
    const { params } = fixture.dingtalk.requests().at(-1) ?? {};
    expect(JSON.parse(String(params?.["msgParam"]))).toMatchObject({ duration });
  });

  test.each([
    ["video-refused", undefined],
    ["refuse", "invalidParameter.msg.unsupported"],
    ["refuse", "invalidParameter.param.invalid"],
  ] as const)("a video that is refused goes as a file: %s, %s", async (name, code) => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    if (name === "refuse") fixture.dingtalk.fault(name, { code, method: "batchSend" });
    else fixture.dingtalk.fault(name);
    const sent = await send(adapter, fixture, (bot) => bot.sendVideo?.(USER, MP4));
    expect(sent).toMatchObject({ type: "file", name: "video.mp4" });
  });

  test("pictures and videos of other formats go as files", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    expect(await send(adapter, fixture, (bot) => bot.sendImage?.(USER, WEBP))).toMatchObject({
      type: "file",
      name: "image.webp",
    });
    const webm = Buffer.from("\x1aE\xdf\xa3 video", "latin1");
    expect(await send(adapter, fixture, (bot) => bot.sendVideo?.(USER, webm))).toMatchObject({
      type: "file",
      name: "video.webm",
    });
  });

  test("a type of file that is refused goes in a ZIP", async () => {
    await using fixture = await openFixture({ strictFileTypes: true, strictUploadQuery: true });
    const adapter = await fixture.inChat();
    const bytes = Buffer.from("a,b\n1,2\n");
    const sent = await send(adapter, fixture, (bot) => bot.sendFile?.(USER, bytes, "表.csv"));
    expect(sent).toMatchObject({ type: "file", name: "表.csv.zip" });
    const [archive] = fixture.dingtalk.sent();
    expect(unzip(archive?.bytes)).toEqual({ name: "表.csv", text: "a,b\n1,2\n", isWhole: true });
  });

  test("a picture comes by its second code when the first fails", async () => {
    await using fixture = await openFixture({ pictureCodes: true });
    const adapter = await fixture.started();
    await fixture.dingtalk.say({ from: USER, image: { bytes: Buffer.from("picture") } });
    await until(() => expect(fixture.received).toHaveLength(1));
    const image = fixture.received[0]?.message.image;
    if (image === undefined) throw new Error("no image");
    fixture.dingtalk.fault("missing-file", { method: "download" });
    const { bytes, item } = await adapter.download(image);
    expect(Buffer.from(bytes).toString()).toBe("picture");
    expect(item).toEqual({ ...image, mid_size: 7 });
  });
});
