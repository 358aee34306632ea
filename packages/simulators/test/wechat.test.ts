import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { startSimulator, type WechatSimulator } from "@botwright/simulators";
import { at } from "./raw-bot.ts";

const USER = "someone@im.wechat";

interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A bot without a library. */
function rawBot(sim: WechatSimulator, token = sim.bind().token) {
  const headers = {
    "content-type": "application/json",
    authorizationtype: "ilink_bot_token",
    authorization: `Bearer ${token}`,
    "x-wechat-uin": "MTAwMDAwMA==",
  };
  const call = async (
    path: string,
    body: object = {},
    more: Record<string, string> = {},
  ): Promise<WireAnswer> => {
    const response = await fetch(`${sim.baseUrl}/ilink/bot/${path}`, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify({ ...body, base_info: { channel_version: "2.4.9" } }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const json = async (path: string, body?: object): Promise<unknown> =>
    JSON.parse((await call(path, body)).text);
  const send = (item: object, more: object = {}): Promise<unknown> => {
    const id = randomBytes(8).toString("hex");
    const state = { message_type: 2, message_state: 2 };
    const msg = { from_user_id: "", to_user_id: USER, client_id: id, ...state, item_list: [item] };
    return json("sendmessage", { msg: { ...msg, ...more } });
  };
  return { call, json, send };
}

const text = (words: string): object => ({ type: 1, text_item: { text: words } });

const put = (url: unknown, body: Buffer): Promise<Response> =>
  fetch(String(url), {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: new Uint8Array(body),
  });

describe("calls", () => {
  test("need headers, a token and base_info; other paths are empty 404s", async () => {
    await using sim = await startSimulator("wechat");
    const bot = rawBot(sim);
    const body = { ilink_user_id: USER };
    expect(await bot.json("getconfig", body)).toMatchObject({ ret: 0 });
    const wrong = [
      { "x-wechat-uin": "bm90IGEgbnVtYmVy" },
      { "x-wechat-uin": "NDI5NDk2NzI5Ng==" },
      { authorizationtype: "Bearer" },
    ];
    for (const headers of wrong) {
      expect((await bot.call("getconfig", body, headers)).text).toContain('"ret":-2');
    }
    const expired = '{"errcode":-14,"errmsg":"session timeout"}';
    const bad = await bot.call("getconfig", body, { authorization: "Bearer no" });
    expect(bad).toMatchObject({ status: 200, text: expired });
    expect(await bot.call("upload")).toMatchObject({ status: 404, text: "" });
  });
});

describe("getupdates", () => {
  test("writes ids as bare numbers of 19 digits, and no ret", async () => {
    await using sim = await startSimulator("wechat");
    const said = await sim.say({ from: USER, text: "早" });
    const { text: body } = await rawBot(sim).call("getupdates", { get_updates_buf: "" });
    expect(said.id).toMatch(/^\d{19}$/);
    expect(body).toContain(`"message_id":${said.id},`);
    expect(body).not.toContain('"ret"');
    expect(at(JSON.parse(body), "msgs", 0, "item_list", 0, "text_item", "text")).toBe("早");
  });

  test("gives twenty at most, again for the same cursor, and takes the next as receipt", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 0 });
    const bot = rawBot(sim);
    for (let count = 0; count < 25; count++) await sim.say({ from: USER, text: "hi" });
    const first = await bot.json("getupdates", { get_updates_buf: "" });
    const again = await bot.json("getupdates", { get_updates_buf: "" });
    expect(at(first, "msgs")).toHaveLength(20);
    expect(at(again, "msgs", 0)).toEqual(at(first, "msgs", 0));
    expect(sim.pending()).toBe(25);
    const cursor = at(first, "get_updates_buf");
    const rest = await bot.json("getupdates", { get_updates_buf: cursor });
    expect(at(rest, "msgs")).toHaveLength(5);
    expect(sim.pending()).toBe(5);
  });

  test("refuses the cursor of another session, and ends the poll of one", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 5000 });
    const old = rawBot(sim);
    await sim.say({ from: USER, text: "hi" });
    const cursor = at(await old.json("getupdates", { get_updates_buf: "" }), "get_updates_buf");
    const held = old.json("getupdates", { get_updates_buf: cursor });
    await expect.poll(() => sim.pending()).toBe(0);
    const next = rawBot(sim);
    expect(await held).toMatchObject({ errcode: -14 });
    expect(await next.json("getupdates", { get_updates_buf: cursor })).toEqual({ ret: -3 });
  });

  test("serves one poller: an older poll ends empty", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 2000, longpollingTimeoutMs: 900 });
    const bot = rawBot(sim);
    const first = bot.json("getupdates", { get_updates_buf: "" });
    await expect.poll(() => sim.requests()).toHaveLength(1);
    const second = bot.json("getupdates", { get_updates_buf: "" });
    expect(await first).toMatchObject({ msgs: [], longpolling_timeout_ms: 900 });
    await sim.say({ from: USER, text: "for the second" });
    expect(at(await second, "msgs")).toHaveLength(1);
  });
});

describe("sendmessage", () => {
  test("delivers once per client_id", async () => {
    await using sim = await startSimulator("wechat");
    const { send } = rawBot(sim);
    const first = await send(text("hello"), { client_id: "one" });
    expect(await send(text("hello"), { client_id: "one" })).toEqual(first);
    expect(sim.sent()).toMatchObject([{ to: USER, type: "text", text: "hello" }]);
  });

  test.each([
    ["no recipient", text("hi"), { to_user_id: "" }],
    ["two items", text("hi"), { item_list: [text("hi"), text("ho")] }],
    ["no items", text("hi"), { item_list: [] }],
    ["the type of a person's message", text("hi"), { message_type: 1 }],
    ["an empty text", text(""), {}],
    ["a payload that is not the type's", { type: 2, text_item: { text: "hi" } }, {}],
    ["an unknown type", { type: 9 }, {}],
    ["a file that was never uploaded", { type: 4, file_item: { media: {} } }, {}],
  ])("refuses %s", async (_what, item, more) => {
    await using sim = await startSimulator("wechat");
    expect(await rawBot(sim).send(item, more)).toMatchObject({ ret: -2 });
    expect(sim.sent()).toEqual([]);
  });

  test("limits the replies to one message, and bursts, when it is told to", async () => {
    await using sim = await startSimulator("wechat", { repliesPerMessage: 2 });
    const { send } = rawBot(sim);
    const reply = (): Promise<unknown> => send(text("hi"), { context_token: "one" });
    await reply();
    await reply();
    expect(await reply()).toEqual({ ret: -2 });
    expect(await send(text("hi"), { context_token: "two" })).not.toHaveProperty("ret");

    await using quick = await startSimulator("wechat", { burstMs: 60_000 });
    const bot = rawBot(quick);
    await bot.send(text("one"));
    expect(await bot.send(text("two"))).toEqual({ ret: -2, errmsg: "prepare failed" });
  });
});

describe("uploads", () => {
  const key = randomBytes(16);
  const plain = Buffer.from("sixteen bytes ok");
  const cipher = createCipheriv("aes-128-ecb", key, null);
  const stored = Buffer.concat([cipher.update(plain), cipher.final()]);
  const request = {
    filekey: randomBytes(16).toString("hex"),
    media_type: 3,
    to_user_id: USER,
    rawsize: plain.length,
    rawfilemd5: createHash("md5").update(plain).digest("hex"),
    filesize: stored.length,
    no_need_thumb: true,
    aeskey: key.toString("hex"),
  };

  test("are taken when sizes, digest and key fit, and can be sent and fetched", async () => {
    await using sim = await startSimulator("wechat");
    const bot = rawBot(sim);
    const url = at(await bot.json("getuploadurl", request), "upload_full_url");
    const param = (await put(url, stored)).headers.get("x-encrypted-param");
    const media = { encrypt_query_param: param, aes_key: key.toString("base64") };
    const file = { media, file_name: "a.txt", len: "16" };
    await bot.send({ type: 4, file_item: file });
    expect(sim.sent()).toMatchObject([{ type: "file", name: "a.txt" }]);
    const query = `encrypted_query_param=${encodeURIComponent(param ?? "")}`;
    const fetched = await fetch(`${sim.cdnBaseUrl}/download?${query}`);
    expect(Buffer.from(await fetched.arrayBuffer())).toStrictEqual(stored);
    const wrongKey = { ...media, aes_key: randomBytes(16).toString("base64") };
    expect(await bot.send({ type: 4, file_item: { ...file, media: wrongKey } })).toMatchObject({
      ret: -2,
    });
  });

  test.each([
    { filesize: plain.length },
    { rawsize: 0 },
    { rawfilemd5: "short" },
    { aeskey: "short" },
    { media_type: 5 },
    { media_type: 1, no_need_thumb: false },
  ])("are not allowed with %j", async (wrong) => {
    await using sim = await startSimulator("wechat");
    const answer = await rawBot(sim).json("getuploadurl", { ...request, ...wrong });
    expect(answer).toMatchObject({ ret: -2 });
  });

  test("are refused when the bytes are not what was announced", async () => {
    await using sim = await startSimulator("wechat");
    const bot = rawBot(sim);
    const url = at(await bot.json("getuploadurl", request), "upload_full_url");
    const short = await put(url, stored.subarray(16));
    expect([short.status, short.headers.get("x-error-message")]).toEqual([
      400,
      "file size mismatch",
    ]);
    expect((await put(url, randomBytes(stored.length))).status).toBe(400);
  });
});

describe("the phone", () => {
  test("cannot scan what is not shown", async () => {
    await using sim = await startSimulator("wechat");
    expect(() => sim.scan()).toThrow("No QR code");
    expect(() => sim.setCallback("http://127.0.0.1")).toThrow("polls");
  });

  test("moves a code from wait to scaned to confirmed", async () => {
    await using sim = await startSimulator("wechat", { holdMs: 20 });
    const get = async (path: string): Promise<unknown> =>
      (await fetch(`${sim.baseUrl}/ilink/bot/${path}`)).json();
    const code = await get("get_bot_qrcode?bot_type=3");
    const status = (): Promise<unknown> =>
      get(`get_qrcode_status?qrcode=${String(at(code, "qrcode"))}`);
    expect(await status()).toEqual({ status: "wait" });
    sim.scan();
    expect(await status()).toEqual({ status: "scaned" });
    const session = sim.confirm();
    expect(await status()).toEqual({
      status: "confirmed",
      bot_token: session.token,
      ilink_bot_id: session.botId,
      ilink_user_id: sim.ownerId,
      baseurl: sim.baseUrl,
    });
  });
});
