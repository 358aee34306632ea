import { createHash } from "node:crypto";
import { serveRequests } from "@botwright/adapter-kit/contract";
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

  test("is not shown twice with a file either, which is not uploaded anew", async () => {
    await using scene = await openScene();
    const adapter = await scene.started();
    const again = { idempotencyKey: "42" };
    const sends = [
      () => adapter.sendImage?.(USER, png, again),
      () => adapter.sendVideo?.(USER, mp4, again),
      () => adapter.sendFile?.(USER, png, "a.png", again),
    ];
    for (const [index, send] of sends.entries()) {
      scene.wecom.fault("lost-reply", { method });
      await expect(send()).rejects.toMatchObject({ deliveryUnknown: true });
      expect(await send()).toMatchObject({ status: "sent" });
      expect(scene.wecom.sent()).toHaveLength(index + 1);
    }
    await adapter.sendFile?.(USER, mp4, "a.png", again);
    expect(scene.wecom.sent()).toHaveLength(4);
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
    {
      what: "a video above 10 MiB",
      bytes: Buffer.concat([mp4, Buffer.alloc(10 << 20)]),
      name: "video.mp4",
      as: "sendVideo",
    },
  ] as const)("that are $what go as a file", async ({ bytes, name, as }) => {
    await using scene = await openScene();
    const adapter = await scene.started();
    await adapter[as]?.(USER, bytes);
    expect(scene.wecom.sent()).toMatchObject([{ type: "file", name }]);
  });

  test.each([40004, 40058])("refused with %i go once more without their type", async (errcode) => {
    await using scene = await openScene();
    const heads: string[] = [];
    await using api = await serveRequests(async (request) => {
      if (!request.url.includes("media/upload")) {
        return Response.json({ access_token: "some-token", expires_in: 7200 });
      }
      heads.push((await request.text()).split("\r\n\r\n")[0] ?? "");
      const isTyped = heads.at(-1)?.includes("image/png") === true;
      return Response.json(isTyped ? { errcode } : { media_id: "m1" });
    });
    const adapter = scene.adapter({ apiBase: api.url });
    expect(await adapter.sendImage?.(USER, png)).toEqual({ status: "sent" });
    const disposition = `form-data; name="media"; filename="image.png"; filelength=${png.length}`;
    expect(heads.map((head) => head.split("\r\n").slice(1))).toEqual(
      ["image/png", "application/octet-stream"].map((type) => [
        `Content-Disposition: ${disposition}`,
        `Content-Type: ${type}`,
      ]),
    );
  });

  test.each(["数据.json", "data.json"])("that come in tell what they are: %s", async (name) => {
    await using scene = await openScene();
    const adapter = await scene.started();
    const bytes = Buffer.from('{"a":"JSON file"}');
    await scene.wecom.push({
      from: USER,
      msgType: "file",
      fields: { MediaId: await mediaIdOf(scene, bytes, name) },
    });
    await vi.waitFor(() => expect(scene.received).toHaveLength(2));
    const file = scene.received[1]?.message.file;
    if (file === undefined) throw new Error("no file");
    expect(file).toMatchObject({ file_name: "", len: 0, md5: "" });
    expect(Buffer.from(await adapter.download(file))).toEqual(bytes);
    const md5 = createHash("md5").update(bytes).digest("hex");
    expect(file).toMatchObject({ file_name: name, len: bytes.length, md5 });
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
  name: string,
): Promise<string> {
  await scene.wecom.say({ from: USER, file: { bytes, name } });
  await vi.waitFor(() => expect(scene.received).toHaveLength(1));
  const id = scene.received[0]?.message.file?.media["media_id"];
  if (typeof id !== "string") throw new Error("no media_id");
  return id;
}
