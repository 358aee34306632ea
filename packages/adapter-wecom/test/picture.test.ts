import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { serve, serveRequests } from "@botwright/adapter-kit/contract";
import { createMemoryAdapterState, type MediaItem } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import { isPictureAddress } from "../src/media/picture.ts";
import { openFixture, png, type Fixture, sealed, USER } from "./wecom.ts";

const missing = { method: "media/get" };

/** The picture of a message: one that a member has sent, or one of these fields. */
async function pictureOf(fixture: Fixture, fields?: Record<string, string>): Promise<MediaItem> {
  const before = fixture.received.length;
  if (fields === undefined) await fixture.wecom.say({ from: USER, image: { bytes: png } });
  else await fixture.wecom.push({ from: USER, msgType: "image", fields });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(before + 1));
  const image = fixture.received[before]?.message.image;
  if (image === undefined) throw new Error("no picture");
  return image;
}

const calls = (fixture: Fixture): string[] =>
  fixture.wecom.requests().map(({ call }) => call.replace(/^\/wwpic\/.*/, "PicUrl"));

describe("a picture", () => {
  test("comes by media/get, and by its PicUrl only when that fails", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const image = await pictureOf(fixture);
    expect(Buffer.from((await adapter.download(image)).bytes)).toEqual(png);
    expect(calls(fixture)).not.toContain("PicUrl");
    fixture.wecom.fault("missing-file", { ...missing, times: 2 });
    expect(Buffer.from(await adapter.downloadRaw(image.media.encrypt_query_param))).toEqual(png);
    const { bytes, item } = await adapter.download({ ...image, mid_size: 0 });
    expect(Buffer.from(bytes)).toEqual(png);
    expect(item).toEqual({ ...image, mid_size: png.length });
    expect(calls(fixture).slice(-2)).toEqual(["media/get", "PicUrl"]);
  });

  test("has no address in its message, whatever the case of its name", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    await pictureOf(fixture);
    const fields = { MediaId: "gone", picurl: `${fixture.wecom.baseUrl}/wwpic/secret/0` };
    const image = await pictureOf(fixture, fields);
    expect(JSON.stringify(fixture.received)).not.toContain("/wwpic/");
    // It is known nevertheless: it is tried when media/get fails.
    await expect(adapter.download(image)).rejects.toMatchObject({ platformCode: "40007" });
    expect(calls(fixture).slice(-2)).toEqual(["media/get", "PicUrl"]);
  });

  test("comes by its PicUrl after a restart as well", async () => {
    await using fixture = await openFixture();
    const state = createMemoryAdapterState();
    const adapter = await fixture.started({ state });
    const image = await pictureOf(fixture);
    await adapter.stop();
    const next = await fixture.started({ state });
    fixture.wecom.fault("missing-file", missing);
    expect(Buffer.from((await next.download(image)).bytes)).toEqual(png);
  });

  test("is gone when neither has it, as media/get says", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const image = await pictureOf(fixture);
    fixture.wecom.fault("missing-file", { times: 2 });
    await expect(adapter.download(image)).rejects.toMatchObject({ platformCode: "40007" });
  });

  test("comes from the address of its message, wherever a plugin points", async () => {
    await using fixture = await openFixture();
    await using elsewhere = await serve((_request, response) => response.end("secret"));
    const adapter = await fixture.started();
    const image = await pictureOf(fixture);
    image.media["pic_url"] = elsewhere.url;
    fixture.wecom.fault("missing-file", { ...missing, times: 3 });
    expect(Buffer.from((await adapter.download(image)).bytes)).toEqual(png);
    image.media.encrypt_query_param = await sealed(fixture, "wecom:unknown");
    await expect(adapter.download(image)).rejects.toMatchObject({ platformCode: "40007" });
    const address = `wecom:${elsewhere.url}`;
    for (const reference of ["wecom:unknown", address, await sealed(fixture, address)]) {
      image.media.encrypt_query_param = reference;
      const refused = { code: "INVALID_MEDIA_REFERENCE" };
      await expect(adapter.download(image)).rejects.toMatchObject(refused);
    }
  });
});

describe("a PicUrl is one of WeCom's", () => {
  const api = "http://127.0.0.1:8080";

  test.each([
    "https://wework.qpic.cn/wwpic/0a1b/0",
    "https://p.qpic.cn/pic_wework/1/0a1b/0",
    "https://wx.qlogo.cn/mmhead/0a1b/0",
    "http://127.0.0.1:8080/wwpic/0a1b/0",
  ])("%s", (address) => expect(isPictureAddress(address, api)).toBe(true));

  test.each([
    "http://wework.qpic.cn/wwpic/0a1b/0",
    "https://wework.qpic.cn:8443/",
    "https://qpic.cn.example.org/",
    "https://evilqpic.cn/",
    "https://wework.qpic.cn@127.0.0.1/",
    "https://127.0.0.1/.qpic.cn",
    "https://localhost/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/",
    "http://127.0.0.1:8081/",
    "https://127.0.0.1:8080/",
    "file:///etc/passwd",
    "no address",
  ])("but not %s", (address) => expect(isPictureAddress(address, api)).toBe(false));
});

describe("a PicUrl is not followed", () => {
  test.each(["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"])(
    "by TLS to a service of the host at %s",
    async (host) => {
      await using fixture = await openFixture();
      const onConnection = vi.fn<(socket: Socket) => void>((socket) => void socket.destroy());
      const server = createServer(onConnection).listen(0);
      await once(server, "listening");
      const adapter = await fixture.started();
      const PicUrl = `https://${host}:${Object.assign({ port: 0 }, server.address()).port}/`;
      const image = await pictureOf(fixture, { MediaId: "gone", PicUrl });
      await expect(adapter.download(image)).rejects.toMatchObject({ platformCode: "40007" });
      expect(onConnection).not.toHaveBeenCalled();
      server.close();
    },
  );

  test("where an older version has kept the address of another host", async () => {
    await using fixture = await openFixture();
    const onConnection = vi.fn<(socket: Socket) => void>((socket) => void socket.destroy());
    const server = createServer(onConnection).listen(0, "127.0.0.1");
    await once(server, "listening");
    const adapter = await fixture.started();
    const { corp_id, agent_id } = fixture.wecom.credentials;
    const address = `https://127.0.0.1:${Object.assign({ port: 0 }, server.address()).port}/`;
    await fixture.state.set(`wecom.picture.${corp_id}.${agent_id}.gone`, address);
    const image = await pictureOf(fixture, { MediaId: "gone", PicUrl: "" });
    await expect(adapter.download(image)).rejects.toMatchObject({ platformCode: "40007" });
    expect(onConnection).not.toHaveBeenCalled();
    server.close();
  });

  test("without TLS to where the API is not", async () => {
    await using fixture = await openFixture();
    const asked = vi.fn<() => void>();
    await using elsewhere = await serve((_request, response) => {
      asked();
      response.writeHead(200, { "content-type": "image/png" }).end(png);
    });
    const adapter = await fixture.started();
    const image = await pictureOf(fixture, { MediaId: "gone", PicUrl: elsewhere.url });
    await expect(adapter.download(image)).rejects.toMatchObject({ platformCode: "40007" });
    expect(asked).not.toHaveBeenCalled();
  });

  test.each([
    { what: "to another place", status: 302, headers: { location: "/picture" } },
    { what: "to a page", status: 200, headers: { "content-type": "text/html" } },
    { what: "to a failure", status: 500, headers: { "content-type": "image/png" } },
  ])("$what", async ({ status, headers }) => {
    await using fixture = await openFixture();
    const paths: string[] = [];
    // In the place of the whole API, whose origin may be without TLS.
    await using api = await serveRequests(async ({ url }) => {
      const { pathname } = new URL(url);
      paths.push(pathname);
      if (pathname === "/pic") return new Response(png, { status, headers });
      if (pathname === "/picture")
        return new Response(png, { headers: { "content-type": "image/png" } });
      if (pathname.endsWith("/media/get")) return Response.json({ errcode: 40007 });
      return Response.json({ access_token: "some-token", expires_in: 7200 });
    });
    const adapter = await fixture.started({ apiBase: api.url });
    const image = await pictureOf(fixture, { MediaId: "gone", PicUrl: `${api.url}/pic` });
    await expect(adapter.download(image)).rejects.toMatchObject({ platformCode: "40007" });
    expect(paths.slice(-2)).toEqual(["/cgi-bin/media/get", "/pic"]);
  });
});
