import { expect, test, vi } from "vitest";
import { openFixture, type Fixture, sealed, USER } from "./wechat.ts";

const INVALID = { code: "INVALID_MEDIA_REFERENCE" };
const OTHER = "another-person@im.wechat";

const downloads = ({ wechat }: Fixture): number =>
  wechat.requests().filter(({ call }) => call.includes("c2c/")).length;

test.each([
  "",
  "a&filekey=b",
  "a?b",
  "a#b",
  "a b",
  "a\n",
  "http://127.0.0.1/",
  "wechat:00",
  `wechat:${"0".repeat(64)}`,
  "a".repeat(10_000),
  "ａ",
])("the CDN is asked for nothing by %j", async (reference) => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter();
  await expect(adapter.downloadRaw(reference)).rejects.toMatchObject(INVALID);
  const made = await sealed(fixture, reference);
  await expect(adapter.downloadRaw(made)).rejects.toMatchObject(INVALID);
  expect(fixture.wechat.requests()).toEqual([]);
});

test("what a parameter holds stays one parameter", async () => {
  await using fixture = await openFixture();
  const reference = await sealed(fixture, "../+/%2e%2e==");
  await expect(fixture.adapter().downloadRaw(reference)).rejects.toMatchObject({
    name: "PlatformError",
  });
  const asked = fixture.wechat.requests().findLast(({ call }) => call.includes("c2c/"));
  expect(asked?.call).toBe("c2c/download");
  expect(asked?.params).toEqual({ encrypted_query_param: "../+/%2e%2e==" });
});

test.each([
  "",
  "A".repeat(1e6),
  "AAAAAAAAAAAAAAAAAAAAAA==\n",
  "A A A A A A A A A A A A A A A A A A A A A A",
  "%41".repeat(22),
  "AAAAAAAAAAAAAAAAAAAAAA===",
])("a key that is none is found out before a byte is fetched (%#)", async (aes_key) => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await fixture.wechat.say({ from: USER, voice: { bytes: Buffer.from("words") } });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  const voice = fixture.received[0]?.message.voice;
  if (voice === undefined) throw new Error("no voice");
  const changed = { ...voice, media: { ...voice.media, aes_key } };
  await expect(adapter.download(changed)).rejects.toMatchObject(INVALID);
  expect(downloads(fixture)).toBe(0);
  expect(Buffer.from((await adapter.download(voice)).bytes).toString()).toBe("words");
});

test("a picture in a quote is downloaded by the reference that came with it, in its chat only", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  const { media } = fixture.wechat.storePlain(Buffer.from("picture"));
  const ref_msg = { title: "Ann", message_item: { type: 2, image_item: { media } } };
  await fixture.wechat.push({
    from: USER,
    items: [{ type: 1, text_item: { text: "nice" }, ref_msg }],
  });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  const item = JSON.stringify(fixture.received[0]?.message.quotedMessage?.item);
  const [, reference = ""] = /"encrypt_query_param":"([^"]+)"/.exec(item) ?? [];
  expect(Buffer.from(await adapter.downloadRaw(reference, { from: USER })).toString()).toBe(
    "picture",
  );
  const elsewhere = adapter.downloadRaw(reference, { from: OTHER });
  await expect(elsewhere).rejects.toMatchObject(INVALID);
  const unsealed = adapter.downloadRaw(media.encrypt_query_param ?? "");
  await expect(unsealed).rejects.toMatchObject(INVALID);
});

test("a quote of another chat's message has no text", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  const { id } = await fixture.wechat.say({ from: OTHER, text: "a private word" });
  const ref_msg = { svr_id: id, message_item: { msg_id: id } };
  const items = [{ type: 1, text_item: { text: "yes" }, ref_msg }];
  for (const from of [USER, OTHER]) await fixture.wechat.push({ from, items });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(3));
  const [mine, theirs] = [USER, OTHER].map((from) =>
    fixture.received.find(({ message }) => message.from === from && message.text === "yes"),
  );
  expect(mine).toBeDefined();
  expect(JSON.stringify(mine)).not.toContain("private");
  expect(theirs?.message.textWithQuote).toBe("[引用: a private word]\nyes");
});

test("numbers of a voice message are brought to what one can have", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  const voices = [
    { encodeType: -1, sampleRate: 1e12, playtime: -5 },
    { encodeType: Number.NaN, sampleRate: Number.NaN, playtime: Number.NaN },
    { encodeType: 1e9, sampleRate: -Infinity, playtime: Infinity },
    { encodeType: 6.4, sampleRate: 16_000.5, playtime: 1200.2 },
  ];
  for (const voice of voices) await adapter.sendVoice?.(USER, Buffer.from("silk"), voice);
  const items = fixture.wechat
    .requests()
    .filter(({ call }) => call === "sendmessage")
    .map(({ params }) => JSON.parse(JSON.stringify(params["msg"])).item_list[0].voice_item);
  expect(items).toMatchObject([
    { encode_type: 1, sample_rate: 48_000, playtime: 0 },
    { encode_type: 6, sample_rate: 24_000, playtime: 0 },
    { encode_type: 8, sample_rate: 8000, playtime: 3_600_000 },
    { encode_type: 6, sample_rate: 16_001, playtime: 1200 },
  ]);
});
