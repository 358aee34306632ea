import { createMemoryAdapterState } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { createLeapClock, openScene, USER } from "./wecom.ts";

const method = "message/send";
const png = Buffer.concat([Buffer.from("\x89PNG", "latin1"), Buffer.alloc(60)]);
const mp4 = Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isommp41", "latin1");

describe("texts", () => {
  test("are cut by bytes, between characters, and lose nothing", async () => {
    await using scene = await openScene();
    const adapter = await scene.started();
    const text = "你好👋".repeat(600);
    await adapter.sendText(USER, text);
    const parts = scene.wecom.sent().map((message) => message.text ?? "");
    expect(parts.join("")).toBe(text);
    expect(parts.length).toBe(3);
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(2048);
  });

  test("come without what JSON would have to escape", async () => {
    await using scene = await openScene();
    const adapter = await scene.started();
    await adapter.sendText(USER, 'a\0b\ud83dc\td\ne "f" \\u0041');
    expect(scene.wecom.sent()[0]?.text).toBe('ab\ufffdc\td\ne "f" \\u0041');
    expect(await adapter.sendText(USER, "\u0007")).toEqual({ status: "ignored" });
  });

  test("go to the member with the app's number, and bring back an id", async () => {
    await using scene = await openScene();
    const adapter = await scene.started();
    const receipt = await adapter.sendText(USER, "hello", { contextToken: "whatever" });
    expect(receipt).toEqual({ status: "sent", id: scene.wecom.sent()[0]?.messageId });
    const call = scene.wecom.requests().find(({ call: name }) => name === method);
    expect(call?.params).toEqual({
      touser: USER,
      agentid: 1_000_002,
      msgtype: "text",
      text: { content: "hello" },
    });
  });
});

test.each(["@all", "@ALL", "zhangsan|lisi", ""])("nothing is sent to %j", async (to) => {
  await using scene = await openScene();
  const adapter = await scene.started();
  await expect(adapter.sendText(to, "hello")).rejects.toMatchObject({
    code: "PLATFORM_BAD_REQUEST",
  });
  expect(scene.wecom.requests().map(({ call }) => call)).not.toContain(method);
});

describe("a member's limits", () => {
  test("are kept: the 31st message of a minute waits instead of being dropped", async () => {
    const clock = createLeapClock();
    await using scene = await openScene({ clock: () => clock.now() });
    const adapter = await scene.started({ clock });
    const texts = Array.from({ length: 35 }, (_, index) => `number ${index}`);
    await Promise.all(texts.map((text) => adapter.sendText(USER, text)));
    expect(scene.wecom.sent().map(({ text }) => text)).toEqual(texts);
    expect(scene.wecom.dropped()).toHaveLength(0);
    expect(clock.waits).toEqual([61_000]);
  });

  test("are remembered over a restart", async () => {
    const clock = createLeapClock();
    const state = createMemoryAdapterState();
    await using scene = await openScene({ clock: () => clock.now() });
    for (let sent = 0; sent < 2; sent++) {
      const adapter = await scene.started({ clock, state });
      for (let count = 0; count < 20; count++) await adapter.sendText(USER, "again");
      await adapter.stop();
    }
    expect(scene.wecom.sent()).toHaveLength(40);
    expect(scene.wecom.dropped()).toHaveLength(0);
  });

  test("of an hour refuse what would have to wait longer than a minute", async () => {
    const clock = createLeapClock();
    await using scene = await openScene({ clock: () => clock.now() });
    const adapter = await scene.started({ clock, memberLimits: { perHour: 3 } });
    for (let count = 0; count < 3; count++) await adapter.sendText(USER, "hello");
    await expect(adapter.sendText(USER, "one more")).rejects.toMatchObject({
      code: "PLATFORM_RATE_LIMITED",
      retryAfter: 3601,
    });
    scene.wecom.introduce({ id: "lisi" });
    expect(await adapter.sendText("lisi", "hello")).toMatchObject({ status: "sent" });
  });
});

describe("a send whose outcome is unknown", () => {
  test("is not shown twice when it is repeated with its key", async () => {
    await using scene = await openScene();
    const adapter = await scene.started();
    scene.wecom.fault("lost-reply", { method });
    const again = { idempotencyKey: "42" };
    await expect(adapter.sendText(USER, "hello", again)).rejects.toMatchObject({
      deliveryUnknown: true,
    });
    expect(await adapter.sendText(USER, "hello", again)).toMatchObject({ status: "sent" });
    expect(scene.wecom.sent()).toHaveLength(1);
  });

  test("does not keep the bot from saying the same thing again", async () => {
    await using scene = await openScene();
    const adapter = await scene.started();
    for (const idempotencyKey of ["1", "2"]) {
      await adapter.sendText(USER, "hello", { idempotencyKey });
    }
    expect(scene.wecom.sent()).toHaveLength(2);
  });
});

describe("media", () => {
  test("go as what they are", async () => {
    await using scene = await openScene();
    const adapter = await scene.started();
    await adapter.sendImage?.(USER, png);
    await adapter.sendVideo?.(USER, mp4);
    await adapter.sendFile?.(USER, Buffer.from("three lines"), '报告 "1"\r\n.txt');
    expect(scene.wecom.sent()).toMatchObject([
      { type: "image", name: "image.png" },
      { type: "video", name: "video.mp4" },
      { type: "file", name: "报告 _1___.txt" },
    ]);
  });

  test.each([
    { what: "a GIF", bytes: Buffer.from("GIF89a picture"), name: "image.gif", as: "sendImage" },
    { what: "an AVI", bytes: Buffer.from("RIFF0000AVI film"), name: "video.avi", as: "sendVideo" },
    {
      what: "a picture above 10 MiB",
      bytes: Buffer.concat([png, Buffer.alloc(10 << 20)]),
      name: "image.png",
      as: "sendImage",
    },
  ] as const)("that are $what go as a file", async ({ bytes, name, as }) => {
    await using scene = await openScene();
    const adapter = await scene.started();
    await adapter[as]?.(USER, bytes);
    expect(scene.wecom.sent()).toMatchObject([{ type: "file", name }]);
  });

  test("whose type is not taken are uploaded once more without it", async () => {
    await using scene = await openScene();
    const adapter = await scene.started();
    scene.wecom.fault("refuse", { errcode: 40004, method: "media/upload" });
    await adapter.sendImage?.(USER, png);
    expect(scene.wecom.sent()).toHaveLength(1);
  });

  test("that come in tell their size, digest and name after the download", async () => {
    await using scene = await openScene();
    const adapter = await scene.started();
    const bytes = Buffer.from('{"a":"JSON file"}');
    await scene.wecom.push({
      from: USER,
      msgType: "file",
      fields: { MediaId: await mediaIdOf(scene, bytes) },
    });
    await vi.waitFor(() => expect(scene.received).toHaveLength(2));
    const file = scene.received[1]?.message.file;
    if (file === undefined) throw new Error("no file");
    expect(file).toMatchObject({ file_name: "", len: 0, md5: "" });
    expect(Buffer.from(await adapter.download(file))).toEqual(bytes);
    expect(file).toMatchObject({ file_name: "数据.json", len: bytes.length });
    expect(file.md5).toMatch(/^[\da-f]{32}$/);
  });

  test("above 20 MiB are fetched in parts", async () => {
    await using scene = await openScene();
    const adapter = await scene.started();
    const bytes = Buffer.alloc((41 << 20) + 7, "0123456789");
    await scene.wecom.say({ from: USER, file: { bytes, name: "long.bin" } });
    await vi.waitFor(() => expect(scene.received).toHaveLength(1));
    const file = scene.received[0]?.message.file;
    if (file === undefined) throw new Error("no file");
    expect(bytes.equals(await adapter.download(file))).toBe(true);
    expect(file.len).toBe(bytes.length);
    const parts = scene.wecom.requests().filter(({ status }) => status === 206);
    expect(parts).toHaveLength(3);
  });
});

/** A medium that the platform has under a name which the message does not tell. */
async function mediaIdOf(
  scene: Awaited<ReturnType<typeof openScene>>,
  bytes: Uint8Array,
): Promise<string> {
  await scene.wecom.say({ from: USER, file: { bytes, name: "数据.json" } });
  await vi.waitFor(() => expect(scene.received).toHaveLength(1));
  const id = scene.received[0]?.message.file?.media["media_id"];
  if (typeof id !== "string") throw new Error("no media_id");
  return id;
}
