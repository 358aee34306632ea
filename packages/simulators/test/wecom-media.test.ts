import { describe, expect, test, vi } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { openHook, rawApp } from "./wecom-client.ts";

const png = Buffer.from("\x89PNG picture", "latin1");
/** Silence: each frame is 13 bytes and lasts 20 ms. */
const amr = (frames: number): Buffer =>
  Buffer.concat([Buffer.from("#!AMR\n"), Buffer.alloc(13 * frames, "\x04" + "\0".repeat(12))]);

describe("media", () => {
  test("are uploaded, sent, downloaded, and gone after three days", async () => {
    let now = 1_800_000_000_000;
    await using sim = await startSimulator("wecom", { clock: () => now, tokenLifeMs: 1e9 });
    sim.introduce({ id: "zhangsan" });
    const app = await rawApp(sim);
    const answer = await upload(app.url("media/upload", { type: "file" }), form(png, "图.png"));
    const said = { errcode: 0, errmsg: "", type: "file", created_at: "1800000000" };
    expect(answer).toEqual({ ...said, media_id: expect.any(String) });
    const id = String(answer["media_id"]);
    const message = { touser: "zhangsan", agentid: 1_000_002 };
    const file = { ...message, msgtype: "file", file: { media_id: id } };
    expect(await app.post("message/send", file)).toMatchObject({ errcode: 0 });
    const image = { ...message, msgtype: "image", image: { media_id: id } };
    expect(await app.post("message/send", image)).toMatchObject({ errcode: 40007 });
    expect(sim.sent()).toMatchObject([{ type: "file", name: "图.png" }]);
    const response = await fetch(app.url("media/get", { media_id: id }));
    expect(response.headers.get("content-disposition")).toContain(encodeURIComponent("图.png"));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
    now += 3 * 24 * 3_600_000;
    expect(await app.get("media/get", { media_id: id })).toMatchObject({ errcode: 40007 });
  });

  test("above 20 MiB are given in parts only", async () => {
    await using fixture = await openHook(() => 200);
    const { sim, hooks } = fixture;
    const bytes = Buffer.alloc((20 << 20) + 1, "abc");
    await sim.say({ from: "a", file: { bytes, name: "long.bin" } });
    await vi.waitFor(() => expect(hooks).toHaveLength(1));
    const id = /<MediaId><!\[CDATA\[([^\]]+)/.exec(hooks[0]?.xml ?? "")?.[1] ?? "";
    const app = await rawApp(sim);
    expect(await app.get("media/get", { media_id: id })).toMatchObject({ errcode: 830_002 });
    const headers = { range: `bytes=${20 << 20}-${30 << 20}` };
    const part = await fetch(app.url("media/get", { media_id: id }), { headers });
    expect(part.status).toBe(206);
    const open = { range: `bytes=${20 << 20}-` };
    const rest = await fetch(app.url("media/get", { media_id: id }), { headers: open });
    expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, 1]);
    const last = 20 << 20;
    expect(part.headers.get("content-range")).toBe(`bytes ${last}-${last}/${last + 1}`);
    expect((await part.arrayBuffer()).byteLength).toBe(1);
  });

  test("come under their media_id, and files under their name in one of two forms", async () => {
    await using sim = await startSimulator("wecom");
    const app = await rawApp(sim);
    const nameOf = async (type: string, name: string): Promise<[string, string | null]> => {
      const { media_id } = await upload(app.url("media/upload", { type }), form(png, name));
      const id = String(media_id);
      const response = await fetch(app.url("media/get", { media_id: id }));
      expect(response.headers.get("content-type")).toBe("image/png");
      await response.arrayBuffer();
      return [id, response.headers.get("content-disposition")];
    };
    const [id, disposition] = await nameOf("image", "picture.png");
    expect(disposition).toBe(`attachment; filename="${id}.png"`);
    expect((await nameOf("file", "a picture.png"))[1]).toBe('attachment; filename="a picture.png"');
    expect((await nameOf("file", "图.png"))[1]).toBe("attachment; filename*=UTF-8''%E5%9B%BE.png");
  });

  test("that are pictures of members have a second address, without a token", async () => {
    await using fixture = await openHook(() => 200);
    const { sim, hooks } = fixture;
    await sim.say({ from: "a", image: { bytes: png } });
    await vi.waitFor(() => expect(hooks).toHaveLength(1));
    const url = /<PicUrl><!\[CDATA\[([^\]]+)/.exec(hooks[0]?.xml ?? "")?.[1] ?? "";
    expect(url.startsWith(`${sim.baseUrl}/wwpic/`)).toBe(true);
    const response = await fetch(url);
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
    expect((await fetch(`${url}0`)).status).toBe(404);
    sim.fault("missing-file", { method: "wwpic" });
    expect((await fetch(url)).status).toBe(404);
    expect(sim.requests().map(({ status }) => status)).toEqual([200, 404, 404]);
  });
});

describe("media/upload", () => {
  test.each([
    { type: "image", bytes: new Uint8Array(5), errcode: 40006 },
    { type: "file", bytes: new Uint8Array(5), errcode: 40006 },
    { type: "file", bytes: new Uint8Array(6), errcode: 0 },
    { type: "image", bytes: new Uint8Array(0), errcode: 44001 },
    { type: "image", bytes: Buffer.from("GIF89a"), errcode: 40004 },
    { type: "image", bytes: Buffer.from("\xff\xd8\xff JPEG", "latin1"), errcode: 0 },
    { type: "image", bytes: new Uint8Array((10 << 20) + 1), errcode: 40009 },
    { type: "video", bytes: new Uint8Array((10 << 20) + 1), errcode: 40011 },
    { type: "video", bytes: Buffer.from("RIFF0000AVI film"), errcode: 40004 },
    { type: "voice", bytes: Buffer.from("OggS voice"), errcode: 40004 },
    { type: "voice", bytes: new Uint8Array((2 << 20) + 1), errcode: 45001 },
    { type: "voice", bytes: amr(3000), errcode: 0 },
    { type: "voice", bytes: amr(3001), errcode: 45007 },
    { type: "file", bytes: new Uint8Array((20 << 20) + 1), errcode: 45001 },
    { type: "file", bytes: new Uint8Array(25 << 20), errcode: 45001 },
    { type: "smell", bytes: new Uint8Array(100), errcode: 40005 },
  ])("of $type, $bytes.length bytes: $errcode", async ({ type, bytes, errcode }) => {
    await using sim = await startSimulator("wecom");
    const app = await rawApp(sim);
    const data = form(new Uint8Array(bytes), "name");
    expect(await upload(app.url("media/upload", { type }), data)).toMatchObject({ errcode });
  });

  test.each([
    { disposition: 'name="media"; filename="a.txt"; filelength=6', errcode: 0 },
    { disposition: 'name="media"; filename="a.txt"', errcode: 0 },
    { disposition: 'name="media"; filename="a.txt"; filelength=7', errcode: 40006 },
    { disposition: 'name="file"; filename="a.txt"; filelength=6', errcode: 44001 },
    { disposition: 'name="media"; filelength=6', errcode: 44001 },
  ])("of a part with $disposition: $errcode", async ({ disposition, errcode }) => {
    await using sim = await startSimulator("wecom");
    const app = await rawApp(sim);
    const head = `--b\r\nContent-Disposition: form-data; ${disposition}\r\n`;
    const body = `${head}Content-Type: application/octet-stream\r\n\r\nsix by\r\n--b--\r\n`;
    const url = app.url("media/upload", { type: "file" });
    const type = "multipart/form-data; boundary=b";
    expect(await upload(url, body, { "content-type": type })).toMatchObject({ errcode });
  });
});

/** A form with the part that an upload needs. */
function form(bytes: Uint8Array<ArrayBuffer>, name: string): FormData {
  const data = new FormData();
  data.set("media", new Blob([bytes]), name);
  return data;
}

async function upload(
  url: string,
  body: FormData | string,
  headers: Record<string, string> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, { method: "POST", headers, body });
  return Object.assign({}, await response.json());
}
