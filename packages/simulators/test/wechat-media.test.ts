import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { startSimulator, type WechatSimulator } from "@botwright/simulators";
import { at } from "./raw-bot.ts";
import { rawBot, USER, type WechatBot } from "./wechat-bot.ts";

const put = (url: unknown, body: Buffer): Promise<Response> =>
  fetch(String(url), {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: new Uint8Array(body),
  });

function encrypt(plain: Buffer, key: Buffer): Buffer {
  const cipher = createCipheriv("aes-128-ecb", key, null);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

describe("uploads", () => {
  // Not random: one of 256 keys would find a valid padding in what another has encrypted.
  const key = Buffer.from("0123456789abcdef");
  const plain = Buffer.from("sixteen bytes ok");
  const stored = encrypt(plain, key);
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
  const voice = { encode_type: 6, sample_rate: 24_000, bits_per_sample: 16, playtime: 900 };

  /** What a message says of the file once it is uploaded. */
  async function upload(bot: WechatBot, keyText: string | Buffer) {
    const url = at(await bot.json("getuploadurl", request), "upload_full_url");
    const param = (await put(url, stored)).headers.get("x-encrypted-param") ?? "";
    const aes_key = Buffer.from(keyText).toString("base64");
    return { encrypt_query_param: param, aes_key, encrypt_type: 1 };
  }

  test("are taken when sizes, digest and key fit, and can be sent and fetched", async () => {
    await using sim = await startSimulator("wechat");
    const bot = rawBot(sim);
    const media = await upload(bot, key);
    const file = { media, file_name: "a.txt", len: "16" };
    await bot.send({ type: 4, file_item: file });
    expect(sim.sent()).toMatchObject([{ type: "file", name: "a.txt" }]);
    const query = `encrypted_query_param=${encodeURIComponent(media.encrypt_query_param)}`;
    const fetched = await fetch(`${sim.cdnBaseUrl}/download?${query}`);
    expect(Buffer.from(await fetched.arrayBuffer())).toStrictEqual(stored);
    const wrong = [
      { media: { ...media, aes_key: randomBytes(16).toString("base64") } },
      { media: { ...media, encrypt_query_param: "another" } },
      { media: { ...media, encrypt_type: 0 } },
      { len: 16 },
      { len: "32" },
      { file_name: "" },
    ];
    for (const one of wrong) {
      const answer = await bot.send({ type: 4, file_item: { ...file, ...one } });
      expect({ one, answer }).toMatchObject({ one, answer: { ret: -2 } });
    }
  });

  test.each<[kind: string, item: (media: object) => object, wrong: object, sent: object]>([
    [
      "picture",
      (media) => ({ type: 2, image_item: { media, mid_size: 32 } }),
      { mid_size: 16 },
      { type: "image" },
    ],
    [
      "video",
      (media) => ({ type: 5, video_item: { media, video_size: 32 } }),
      { video_size: 16 },
      { type: "video" },
    ],
    [
      "voice message, which no phone shows",
      (media) => ({ type: 3, voice_item: { media, ...voice } }),
      { playtime: "900" },
      { type: "voice", shown: false },
    ],
  ])("are taken as a %s when it is described rightly", async (_kind, item, wrong, sent) => {
    await using sim = await startSimulator("wechat");
    const bot = rawBot(sim);
    const right = item(await upload(bot, key.toString("hex")));
    const spoiled = Object.entries(right).map(([name, value]) =>
      name.endsWith("_item") ? [name, { ...value, ...wrong }] : [name, value],
    );
    expect(await bot.send(Object.fromEntries(spoiled))).toMatchObject({ ret: -2 });
    expect(await bot.send(right)).toEqual({ message_id: expect.any(Number) });
    const messageId = expect.any(String);
    expect(sim.sent()).toEqual([{ messageId, to: USER, bytes: new Uint8Array(plain), ...sent }]);
  });

  test("of pictures may bring a preview", async () => {
    await using sim = await startSimulator("wechat", { uploads: "param" });
    const { rawsize: thumb_rawsize, filesize: thumb_filesize, rawfilemd5 } = request;
    const thumb = { thumb_rawsize, thumb_filesize, thumb_rawfilemd5: rawfilemd5 };
    const image = { ...request, media_type: 1, no_need_thumb: false, ...thumb };
    const answer = await rawBot(sim).json("getuploadurl", image);
    const param = at(answer, "thumb_upload_param");
    expect(param).not.toBe(at(answer, "upload_param"));
    const query = `encrypted_query_param=${encodeURIComponent(String(param))}`;
    const url = `${sim.cdnBaseUrl}/upload?${query}&filekey=${request.filekey}`;
    expect((await put(url, stored)).headers.get("x-encrypted-param")).toHaveLength(480);
  });

  test.each([
    { filesize: plain.length },
    { rawsize: 0 },
    { filekey: "short" },
    { to_user_id: "" },
    { media_type: 2, no_need_thumb: false, thumb_rawsize: 1, thumb_filesize: 1 },
    { rawfilemd5: "short" },
    { aeskey: "short" },
    { media_type: 5 },
    { media_type: 1, no_need_thumb: false },
  ])("are not allowed with %j", async (wrong) => {
    await using sim = await startSimulator("wechat");
    const answer = await rawBot(sim).json("getuploadurl", { ...request, ...wrong });
    expect(answer).toMatchObject({ ret: -2 });
  });

  test.each<[what: string, bytes: Buffer, change: object, query: string, said: string]>([
    ["of another length", stored.subarray(16), {}, "", "file size mismatch"],
    [
      "under another key",
      encrypt(plain, Buffer.from("fedcba9876543210")),
      {},
      "",
      "decrypt failed",
    ],
    ["of another digest", stored, { rawfilemd5: "0".repeat(32) }, "", "md5 mismatch"],
    ["of another file", stored, {}, "x", "filekey mismatch"],
  ])("are refused when the bytes are %s", async (_what, bytes, change, more, said) => {
    await using sim = await startSimulator("wechat");
    const answer = await rawBot(sim).json("getuploadurl", { ...request, ...change });
    const response = await put(`${String(at(answer, "upload_full_url"))}${more}`, bytes);
    expect([response.status, response.headers.get("x-error-message")]).toEqual([400, said]);
  });

  test.each([
    [500, null],
    [403, "upload refused"],
  ])("fail with %i when a fault says so", async (status, said) => {
    await using sim = await startSimulator("wechat");
    sim.fault("refused-upload", { status });
    const url = at(await rawBot(sim).json("getuploadurl", request), "upload_full_url");
    const response = await put(url, stored);
    expect([response.status, response.headers.get("x-error-message")]).toEqual([status, said]);
  });
});

describe("downloads", () => {
  test.each([
    { fullUrls: true, keyForm: "hex" },
    { fullUrls: false, keyForm: "raw" },
  ] as const)("are encrypted, found and described: %j", async (options) => {
    await using sim = await startSimulator("wechat", options);
    await sim.say({ from: USER, image: { bytes: Buffer.from("a picture") } });
    const body = await rawBot(sim).json("getupdates", { get_updates_buf: "" });
    const image = at(body, "msgs", 0, "item_list", 0, "image_item");
    const hex = String(at(image, "aeskey"));
    const form = options.keyForm === "hex" ? Buffer.from(hex) : Buffer.from(hex, "hex");
    expect(at(image, "media", "aes_key")).toBe(form.toString("base64"));
    const param = encodeURIComponent(String(at(image, "media", "encrypt_query_param")));
    const url = `${sim.cdnBaseUrl}/download?encrypted_query_param=${param}`;
    expect(at(image, "media", "full_url")).toBe(options.fullUrls ? url : undefined);
    const cipher = createCipheriv("aes-128-ecb", Buffer.from(hex, "hex"), null);
    const expected = Buffer.concat([cipher.update("a picture"), cipher.final()]);
    const response = await fetch(url);
    expect(Buffer.from(await response.arrayBuffer())).toStrictEqual(expected);
  });

  const bytes = Buffer.from("any");
  test.each<[kind: string, said: Parameters<WechatSimulator["say"]>[0], fields: string]>([
    [
      "image",
      { from: USER, image: { bytes } },
      "media,aeskey,url,mid_size,thumb_size,thumb_height,thumb_width,hd_size",
    ],
    [
      "voice",
      { from: USER, voice: { bytes } },
      "media,encode_type,bits_per_sample,sample_rate,playtime,text",
    ],
    ["file", { from: USER, file: { bytes } }, "media,file_name,md5,len"],
    [
      "video",
      { from: USER, video: { bytes } },
      "media,video_size,play_length,video_md5,thumb_media,thumb_size,thumb_height,thumb_width",
    ],
  ])(
    "of the kind %s are described in the fields of the real server",
    async (kind, said, fields) => {
      await using sim = await startSimulator("wechat");
      await sim.say(said);
      const body = await rawBot(sim).json("getupdates", { get_updates_buf: "" });
      const payload = at(body, "msgs", 0, "item_list", 0, `${kind}_item`);
      expect(Object.keys(payload ?? {}).join()).toBe(fields);
      expect(Object.keys(at(payload, "media") ?? {}).join()).toBe(
        "encrypt_query_param,aes_key,full_url",
      );
    },
  );

  test("of pictures may be plain", async () => {
    await using sim = await startSimulator("wechat");
    const { media } = sim.storePlain(Buffer.from("a picture"));
    expect(media).not.toHaveProperty("aes_key");
    const param = encodeURIComponent(media.encrypt_query_param ?? "");
    const response = await fetch(`${sim.cdnBaseUrl}/download?encrypted_query_param=${param}`);
    expect(await response.text()).toBe("a picture");
  });
});
