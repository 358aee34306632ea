import { createHash } from "node:crypto";
import { serveRequests } from "@botwright/adapter-kit/contract";
import { describeError } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { createLeapClock, mp4, openFixture, png, sealed, type Fixture, USER } from "./wecom.ts";

describe("media", () => {
  test("go as what they are", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    await adapter.sendImage?.(USER, png);
    await adapter.sendVideo?.(USER, mp4);
    await adapter.sendFile?.(USER, Buffer.from("three lines"), '报告 "1"\r\n.txt');
    expect(fixture.wecom.sent()).toMatchObject([
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
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    await adapter[as]?.(USER, bytes);
    expect(fixture.wecom.sent()).toMatchObject([{ type: "file", name }]);
  });

  test.each([40004, 40058])("refused with %i go once more without their type", async (errcode) => {
    await using fixture = await openFixture();
    const heads: string[] = [];
    await using api = await serveRequests(async (request) => {
      if (!request.url.includes("media/upload")) {
        return Response.json({ access_token: "some-token", expires_in: 7200 });
      }
      heads.push((await request.text()).split("\r\n\r\n")[0] ?? "");
      const isTyped = heads.at(-1)?.includes("image/png") === true;
      return Response.json(isTyped ? { errcode } : { media_id: "m1" });
    });
    const adapter = fixture.adapter({ apiBase: api.url });
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
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const bytes = Buffer.from('{"a":"JSON file"}');
    await fixture.wecom.push({
      from: USER,
      msgType: "file",
      fields: { MediaId: await mediaIdOf(fixture, bytes, name) },
    });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(2));
    const file = fixture.received[1]?.message.file;
    if (file === undefined) throw new Error("no file");
    expect(file).toMatchObject({ file_name: "", len: 0, md5: "" });
    const download = await adapter.download(file);
    expect(Buffer.from(download.bytes)).toEqual(bytes);
    const md5 = createHash("md5").update(bytes).digest("hex");
    expect(download.item).toMatchObject({ file_name: name, len: bytes.length, md5 });
  });

  test.each(["lost-reply", "server-error", "drop-connection"] as const)(
    "are fetched again after a failure that passes: %s",
    async (name) => {
      await using fixture = await openFixture();
      const adapter = await fixture.started({ clock: createLeapClock() });
      await fixture.wecom.say({ from: USER, voice: { bytes: Buffer.from("hello") } });
      await vi.waitFor(() => expect(fixture.received).not.toHaveLength(0));
      const voice = fixture.received[0]?.message.voice;
      if (voice === undefined) throw new Error("no voice");
      const fault = fixture.wecom.fault(name, { method: "media/get" });
      expect(Buffer.from((await adapter.download(voice)).bytes).toString()).toBe("hello");
      expect(fault.hits).toBe(1);
    },
  );

  test("above 20 MiB are fetched in parts", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const bytes = Buffer.alloc((41 << 20) + 7, "0123456789");
    await fixture.wecom.say({ from: USER, file: { bytes, name: "long.bin" } });
    await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
    const file = fixture.received[0]?.message.file;
    if (file === undefined) throw new Error("no file");
    const download = await adapter.download(file);
    expect(bytes.equals(download.bytes)).toBe(true);
    expect(download.item).toMatchObject({ len: bytes.length });
    const parts = fixture.wecom.requests().filter(({ status }) => status === 206);
    expect(parts).toHaveLength(3);
  });

  test.each([
    { step: 3, sent: "0123456789" },
    { step: 0, sent: "NETWORK_BAD_ANSWER" },
  ])("are whole although the server sends $step bytes at a time: $sent", async ({ step, sent }) => {
    await using fixture = await openFixture();
    await using server = await serveRequests(async ({ url, headers }) => {
      if (url.includes("/gettoken")) return Response.json({ access_token: "t", expires_in: 7200 });
      const [, from] = /^bytes=(\d+)-/.exec(headers.get("range") ?? "") ?? [];
      if (from === undefined) return Response.json({ errcode: 830002 });
      const part = "0123456789".slice(Number(from), Number(from) + step);
      const range = { "content-range": `bytes ${from}-${Number(from) + part.length - 1}/10` };
      return new Response(part, { status: 206, headers: range });
    });
    const adapter = fixture.adapter({ apiBase: server.url });
    const downloading = adapter.downloadRaw(await sealed(fixture, "wecom:m1"));
    const outcome = await downloading.then(
      (bytes) => Buffer.from(bytes).toString(),
      (error: unknown) => describeError(error).code,
    );
    expect(outcome).toBe(sent);
  });
});

/** A medium that the platform has under a name which the message does not tell. */
async function mediaIdOf(fixture: Fixture, bytes: Uint8Array, name: string): Promise<string> {
  await fixture.wecom.say({ from: USER, file: { bytes, name } });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  const id = fixture.received[0]?.message.file?.media["media_id"];
  if (typeof id !== "string") throw new Error("no media_id");
  return id;
}
