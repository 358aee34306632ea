import { serve } from "@botwright/adapter-kit/contract";
import { createManualClock } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { openFixture, USER } from "./telegram.ts";

/** A PNG header; the simulator, like the real server, looks at its size only. */
function png(width: number, height: number, bytes = 64): Buffer {
  const image = Buffer.alloc(bytes);
  image.write("89504e470d0a1a0a0000000d49484452", 0, "hex");
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
}

const MP4 = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isommp41", "latin1");

describe("sendText", () => {
  // spec: message.context-token
  test("answers the message of the context token", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const said = await fixture.telegram.say({ from: USER, text: "hello" });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    const contextToken = fixture.received[0]?.message.contextToken ?? "";
    const receipt = await adapter.sendText(USER, "a reply", { contextToken });
    await adapter.sendText(USER, "its second part", { contextToken, continuation: true });
    await adapter.sendText(USER, "a plain message");
    await adapter.sendText(USER, "a token of another chat", { contextToken: "1002:1" });
    await adapter.sendText(USER, "a message that is gone", { contextToken: `${USER}:99` });
    const sent = fixture.telegram.sent();
    // Plain text, without a parse mode.
    expect(fixture.telegram.requests().find(({ call }) => call === "sendMessage")).toMatchObject({
      verb: "POST",
      params: {
        chat_id: 1001,
        text: "a reply",
        reply_parameters: { message_id: 1, allow_sending_without_reply: true },
      },
    });
    expect(receipt).toEqual({ status: "sent", id: sent[0]?.messageId });
    expect(sent.map(({ text, quotes }) => [text, quotes?.messageId])).toEqual([
      ["a reply", said.messageId],
      ["its second part", undefined],
      ["a plain message", undefined],
      ["a token of another chat", undefined],
      ["a message that is gone", undefined],
    ]);
  });

  test("counts UTF-16 units and never splits a character", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    const text = `${"x".repeat(4095)}😀${"好".repeat(4000)}`;
    await adapter.sendText(USER, text, { contextToken: `${USER}:1` });
    const parts = fixture.telegram.sent().map((message) => message.text ?? "");
    expect(parts.join("")).toBe(text);
    expect(parts.every((part) => part.length <= 4096 && part.isWellFormed())).toBe(true);
  });

  test("sends half of a character as U+FFFD, which Telegram refuses otherwise", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    const direct = await fetch(`${fixture.telegram.baseUrl}/bot${fixture.token}/sendMessage`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ chat_id: USER, text: "hi \ud83d" }),
    });
    expect([direct.status, await direct.text()]).toEqual([400, expect.stringContaining("UTF-8")]);
    await adapter.sendText(USER, "hi 😀".slice(0, 4));
    expect(fixture.telegram.sent().map(({ text }) => text)).toEqual(["hi \ufffd"]);
  });

  test("waits as long as Telegram asks", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    fixture.telegram.fault("rate-limit", { times: 3, retryAfter: 2, method: "sendMessage" });
    await adapter.sendText(USER, "patience");
    expect(fixture.clock.waits).toEqual([2000, 2000, 2000]);
    expect(fixture.telegram.sent()).toHaveLength(1);
  });

  test("holds back later messages of a chat while an earlier one waits, but no other chat", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    fixture.telegram.introduce({ id: "1002" });
    fixture.telegram.fault("rate-limit", { retryAfter: 5, method: "sendMessage" });
    await Promise.all([
      adapter.sendText(USER, "first"),
      adapter.sendText(USER, "second"),
      adapter.sendText("1002", "elsewhere"),
    ]);
    expect(fixture.telegram.sent().map(({ text }) => text)).toEqual([
      "elsewhere",
      "first",
      "second",
    ]);
  });

  test("tries once more after a failure at the server's side", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    fixture.telegram.fault("server-error", { method: "sendMessage" });
    await adapter.sendText(USER, "again");
    expect(fixture.clock.waits).toEqual([1000]);
    expect(fixture.telegram.sent()).toHaveLength(1);
  });

  test("works after a stop, for handlers that are still running", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    await adapter.stop();
    await adapter.sendText(USER, "goodbye");
    expect(fixture.telegram.sent()).toHaveLength(1);
  });
});

describe("media", () => {
  test("go out as what they are", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    const contextToken = `${USER}:1`;
    await fixture.telegram.say({ from: USER, text: "send me all" });
    await adapter.sendImage?.(USER, png(640, 480), { contextToken });
    await adapter.sendVideo?.(USER, MP4);
    await adapter.sendFile?.(USER, Buffer.from("hello"), "简历.txt");
    const sent = fixture.telegram.sent();
    expect(sent.map(({ type, name }) => [type, name])).toEqual([
      ["image", "image.png"],
      ["video", "video.mp4"],
      ["file", "简历.txt"],
    ]);
    expect(sent[0]?.quotes?.messageId).toBe("1");
    const uploads = fixture.telegram.requests().filter(({ call }) => call.startsWith("send"));
    expect(uploads.map(({ verb, call, files }) => [verb, call, files])).toEqual([
      ["POST", "sendPhoto", ["photo"]],
      ["POST", "sendVideo", ["video"]],
      ["POST", "sendDocument", ["document"]],
    ]);
    expect(Buffer.from(sent[2]?.bytes ?? []).toString()).toBe("hello");
  });

  test.each([
    { picture: "with too long a side", bytes: png(12_000, 100), calls: 2 },
    { picture: "that is no picture", bytes: Buffer.from("not an image"), calls: 2 },
    { picture: "of more than 10 MiB", bytes: png(640, 480, (10 << 20) + 1), calls: 1 },
    { picture: "that may move", bytes: Buffer.from("GIF89a"), calls: 1 },
  ])("a picture $picture goes as a file", async ({ bytes, calls }) => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    await adapter.sendImage?.(USER, bytes);
    expect(fixture.telegram.sent().map(({ type }) => type)).toEqual(["file"]);
    const uploads = fixture.telegram.requests().filter(({ call }) => call.startsWith("send"));
    expect(uploads).toHaveLength(calls);
  });

  test("a picture goes as a file whatever Telegram minds about it", async () => {
    const calls: string[] = [];
    await using server = await serve((request, response) => {
      const method = request.url?.split("/").at(-1) ?? "";
      calls.push(method);
      const description = "Bad Request: PHOTO_SAVE_FILE_INVALID";
      const refusal = { ok: false, error_code: 400, description };
      const isPhoto = method === "sendPhoto";
      response.statusCode = isPhoto ? 400 : 200;
      response.end(JSON.stringify(isPhoto ? refusal : { ok: true, result: { message_id: 1 } }));
    });
    await using fixture = await openFixture();
    const adapter = fixture.adapter({ apiBase: server.url });
    expect(await adapter.sendImage?.(USER, png(64, 64))).toEqual({ status: "sent", id: "1" });
    expect(calls).toEqual(["sendPhoto", "sendDocument"]);
  });

  test("an upload is repeated whole after a wait", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    fixture.telegram.fault("rate-limit", { retryAfter: 1, method: "sendDocument" });
    fixture.telegram.fault("server-error", { method: "sendDocument" });
    await adapter.sendFile?.(USER, Buffer.from("hello"), "a.txt");
    expect(fixture.clock.waits).toEqual([1000, 1000]);
    expect(fixture.telegram.sent()).toMatchObject([{ name: "a.txt", bytes: { length: 5 } }]);
  });

  test("a video that is not MPEG-4 goes as a file", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    await adapter.sendVideo?.(USER, Buffer.from("\x1aE\xdf\xa3 webm", "latin1"));
    expect(fixture.telegram.sent().map(({ type, name }) => [type, name])).toEqual([
      ["file", "video.webm"],
    ]);
  });

  test("a file name cannot break out of its header", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    await adapter.sendFile?.(USER, Buffer.from("x"), 'a"b\\c\r\nd.txt');
    expect(fixture.telegram.sent()[0]?.name).toBe("a_b_c__d.txt");
  });
});

describe("downloads", () => {
  test.each(["附件1.会议纪要", "report.pdf(1)", "a.c++"])("of a file named %s", async (name) => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    await fixture.telegram.say({ from: USER, file: { bytes: Buffer.from("hello"), name } });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    const file = fixture.received[0]?.message.file;
    if (file === undefined) throw new Error("no file");
    expect(Buffer.from((await adapter.download(file)).bytes).toString()).toBe("hello");
  });

  test.each(
    (["lost-reply", "server-error", "drop-connection"] as const).flatMap((fault) => [
      { fault, method: "getFile" },
      { fault, method: "download" },
    ]),
  )("are made again after a failure that passes: $fault of $method", async ({ fault, method }) => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    await fixture.telegram.say({ from: USER, voice: { bytes: Buffer.from("hello") } });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    const voice = fixture.received[0]?.message.voice;
    if (voice === undefined) throw new Error("no voice");
    fixture.telegram.fault(fault, { method });
    expect(Buffer.from((await adapter.download(voice)).bytes).toString()).toBe("hello");
    expect(fixture.clock.waits).toEqual([1000]);
  });

  test("fill in what only the bytes tell", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    await fixture.telegram.say({
      from: USER,
      file: { bytes: Buffer.from("hello"), name: "a.txt" },
    });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    const file = fixture.received[0]?.message.file;
    if (file === undefined) throw new Error("no file");
    expect(file.md5).toBe("");
    const { bytes, item } = await adapter.download(file);
    expect(Buffer.from(bytes).toString()).toBe("hello");
    expect(item).toMatchObject({ len: 5, md5: "5d41402abc4b2a76b9719d911017c592" });
    const raw = await adapter.downloadRaw(file.media.encrypt_query_param);
    expect(Buffer.from(raw).toString()).toBe("hello");
  });
});

describe("typing", () => {
  test("is repeated every 4 s", async () => {
    await using fixture = await openFixture();
    const clock = createManualClock(Date.now());
    const adapter = await fixture.inChat({ clock });
    await adapter.sendTyping?.(USER);
    for (const times of [2, 3]) {
      clock.advance(4000);
      await vi.waitFor(() => expect(fixture.telegram.typing()[0]?.times).toBe(times));
    }
    expect(fixture.telegram.typing()).toMatchObject([
      { to: USER, action: "typing", state: "shown" },
    ]);
  });

  test("ends with a message", async () => {
    await using fixture = await openFixture();
    const clock = createManualClock(Date.now());
    const adapter = await fixture.inChat({ clock });
    await adapter.sendTyping?.(USER);
    await adapter.sendText(USER, "done");
    clock.advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(fixture.telegram.typing()).toMatchObject([{ times: 1, state: "answered" }]);
  });

  test("can be cancelled", async () => {
    await using fixture = await openFixture();
    const clock = createManualClock(Date.now());
    const adapter = await fixture.inChat({ clock });
    await adapter.sendTyping?.(USER);
    await adapter.cancelTyping?.(USER);
    clock.advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(fixture.telegram.typing()).toMatchObject([{ times: 1, state: "cancelled" }]);
  });

  test("is silent when it fails, and waits for nothing", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    fixture.telegram.fault("rate-limit", { times: 5, method: "sendChatAction" });
    await adapter.sendTyping?.(USER);
    await adapter.cancelTyping?.(USER);
    await adapter.sendTyping?.("404");
    await adapter.stop();
    expect(fixture.clock.waits.filter((wait) => wait !== 4000 && wait !== 1000)).toEqual([]);
  });
});
