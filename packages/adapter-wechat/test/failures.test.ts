import { assertNoSecret } from "@botwright/adapter-kit/contract";
import { describeError, type MediaItem, type PlatformAdapter } from "@botwright/core";
import type { WechatOptions } from "@botwright/simulators";
import { expect, test, vi } from "vitest";
import { openFixture, type Fixture, USER } from "./wechat.ts";

interface Failure {
  /** What goes wrong. */
  when: string;
  code: string;
  /** What else the error tells. */
  tells?: Record<string, unknown>;
  options?: WechatOptions;
  prepare?: (fixture: Fixture) => unknown;
  /** @default sends a text */
  act?: (adapter: PlatformAdapter, fixture: Fixture) => Promise<unknown>;
  /** The pauses before it is given up. @default none */
  waits?: number[];
}

const bytes = Buffer.from("some bytes");

const text = (adapter: PlatformAdapter): Promise<unknown> => adapter.sendText(USER, "hello");
const file = (adapter: PlatformAdapter): Promise<unknown> =>
  adapter.sendFile?.(USER, bytes, "a.txt") ?? Promise.resolve();

async function receiveVoice(fixture: Fixture): Promise<MediaItem> {
  await fixture.wechat.say({ from: USER, voice: { bytes } });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  const voice = fixture.received[0]?.message.voice;
  if (voice === undefined) throw new Error("no voice");
  return voice;
}

/** Downloads what a person has sent. */
const download = async (adapter: PlatformAdapter, fixture: Fixture): Promise<unknown> =>
  adapter.download(await receiveVoice(fixture));

const failures: Failure[] = [
  {
    when: "the user cannot be written to",
    code: "PLATFORM_BAD_REQUEST",
    tells: { platformCode: "-2" },
    prepare: ({ wechat }) => wechat.fault("refused-user", { user: USER }),
  },
  {
    when: "the server keeps throttling",
    code: "PLATFORM_RATE_LIMITED",
    tells: { platformCode: "-2" },
    prepare: ({ wechat }) => wechat.fault("rate-limit", { times: 9 }),
    waits: [3000, 9000],
  },
  {
    when: "the message was answered too often",
    code: "PLATFORM_RATE_LIMITED",
    options: { repliesPerMessage: 1 },
    act: async (adapter) => {
      await adapter.sendText(USER, "one", { contextToken: "a token" });
      await adapter.sendText(USER, "two", { contextToken: "a token" });
    },
    waits: [3000, 9000],
  },
  {
    when: "the session has ended",
    code: "PLATFORM_UNAUTHORIZED",
    tells: { platformCode: "-14" },
    prepare: ({ wechat }) => wechat.fault("revoked-credentials"),
    act: async (_adapter, fixture) => fixture.adapter().sendText(USER, "hello"),
  },
  {
    when: "the server keeps failing",
    code: "PLATFORM_UNAVAILABLE",
    tells: { platformCode: "502" },
    prepare: ({ wechat }) =>
      wechat.fault("server-error", { status: 502, method: "sendmessage", times: 9 }),
    waits: [1000, 2000, 4000, 8000],
  },
  {
    when: "the connection keeps breaking",
    code: "NETWORK_FAILED",
    tells: { deliveryUnknown: true },
    prepare: ({ wechat }) => wechat.fault("lost-reply", { method: "sendmessage", times: 9 }),
    waits: [1000, 2000, 4000, 8000],
  },
  {
    when: "the answers are not JSON",
    code: "NETWORK_BAD_ANSWER",
    tells: { deliveryUnknown: true },
    prepare: ({ wechat }) => wechat.fault("garbled", { method: "sendmessage", times: 9 }),
    waits: [1000, 2000, 4000, 8000],
  },
  {
    when: "a file is empty",
    code: "PLATFORM_BAD_REQUEST",
    tells: { message: expect.stringContaining("0 bytes") },
    act: async (adapter) => adapter.sendImage?.(USER, Buffer.alloc(0)),
  },
  {
    when: "the CDN refuses a file",
    code: "PLATFORM_BAD_REQUEST",
    tells: { message: expect.stringContaining("upload refused") },
    prepare: ({ wechat }) => wechat.fault("refused-upload", { status: 400 }),
    act: file,
  },
  {
    when: "the CDN keeps failing",
    code: "PLATFORM_UNAVAILABLE",
    prepare: ({ wechat }) => wechat.fault("refused-upload", { times: 9 }),
    act: file,
    waits: [1000, 2000],
  },
  {
    when: "the CDN does not say where the file is",
    code: "PLATFORM_UNAVAILABLE",
    tells: { message: expect.stringContaining("x-encrypted-param") },
    prepare: ({ wechat }) => wechat.fault("unnamed-upload", { times: 9 }),
    act: file,
    waits: [1000, 2000],
  },
  {
    when: "a file is gone",
    code: "PLATFORM_NOT_FOUND",
    prepare: ({ wechat }) => wechat.fault("missing-file"),
    act: download,
  },
  {
    when: "a download breaks off each time",
    code: "NETWORK_FAILED",
    prepare: ({ wechat }) => wechat.fault("lost-reply", { method: "c2c/download", times: 9 }),
    act: download,
    waits: [1000, 2000, 4000, 8000],
  },
  {
    when: "a reference is empty",
    code: "INVALID_MEDIA_REFERENCE",
    act: (adapter) => adapter.downloadRaw(""),
  },
  {
    when: "a reference of ours is not known any more",
    code: "INVALID_MEDIA_REFERENCE",
    act: (adapter) => adapter.downloadRaw("wechat:00"),
  },
  {
    when: "a voice message has no key",
    code: "INVALID_MEDIA_REFERENCE",
    async act(adapter, fixture) {
      const voice = await receiveVoice(fixture);
      return adapter.download({ ...voice, media: { ...voice.media, aes_key: "" } });
    },
  },
  {
    when: "a key is of another file",
    code: "INVALID_MEDIA_REFERENCE",
    async act(adapter, fixture) {
      const voice = await receiveVoice(fixture);
      // One key in 256 leaves bytes that end like a padded file: eight such keys do not follow one another.
      for (let n = 0; n < 8; n++) {
        const aes_key = Buffer.alloc(16, n).toString("base64");
        await adapter.download({ ...voice, media: { ...voice.media, aes_key } });
      }
    },
  },
  {
    when: "a file is said to be on a host that is not the platform's",
    code: "PLATFORM_UNTRUSTED_ADDRESS",
    act: async (adapter, fixture) => {
      const media = { encrypt_query_param: "p", aes_key: "", full_url: "http://10.0.0.1/secret" };
      const items = [{ type: 2, image_item: { media } }];
      await fixture.wechat.push({ from: USER, items });
      await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
      const image = fixture.received[0]?.message.image;
      await adapter.downloadRaw(image?.media.encrypt_query_param ?? "");
    },
  },
];

test.each(failures)("$when: $code", async (failure) => {
  const { code, tells = {}, prepare, act = text, options, waits = [] } = failure;
  await using fixture = await openFixture(options);
  const adapter = await fixture.started();
  await prepare?.(fixture);
  const error: unknown = await act(adapter, fixture).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(describeError(error).code).toBe(code);
  expect(error).toMatchObject(tells);
  expect(fixture.clock.waits).toEqual(waits);
  assertNoSecret(error, fixture.secrets, "the error");
  assertNoSecret(fixture.logger.lines, fixture.secrets, "the log");
});

test("a start at an address that is none is refused at once", async () => {
  await using fixture = await openFixture();
  expect(() => fixture.adapter({ apiBase: "ilink" })).toThrow("apiBase");
});

test("a file that the CDN fails to take at first is sent all the same", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  fixture.wechat.fault("refused-upload", { times: 2 });
  await adapter.sendFile?.(USER, bytes, "a.txt");
  expect(Buffer.from(fixture.wechat.sent()[0]?.bytes ?? [])).toStrictEqual(bytes);
  expect(fixture.clock.waits).toEqual([1000, 2000]);
});

test.each(["parameter", "URL"])("an unencrypted picture is handed on, by its %s", async (place) => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  const { media } = fixture.wechat.storePlain(bytes);
  const query = `encrypted_query_param=${encodeURIComponent(media.encrypt_query_param ?? "")}`;
  const byUrl = { full_url: `${fixture.wechat.cdnBaseUrl}/download?${query}` };
  const image_item = { media: place === "URL" ? byUrl : media };
  await fixture.wechat.push({ from: USER, items: [{ type: 2, image_item }] });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  const image = fixture.received[0]?.message.image;
  if (image === undefined) throw new Error("no image");
  const downloaded = await adapter.download(image);
  expect(Buffer.from(downloaded.bytes)).toStrictEqual(bytes);
  expect(downloaded.item).toEqual({ ...image, mid_size: bytes.length });
});

test("a picture is decrypted by the key that a quoted one has beside its reference", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await fixture.wechat.say({ from: USER, image: { bytes } });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
  const image = fixture.received[0]?.message.image;
  if (image === undefined) throw new Error("no image");
  const key = image.media["aes_key"];
  const aeskey = Buffer.from(typeof key === "string" ? key : "", "base64").toString("latin1");
  const quoted = { ...image, aeskey, media: { ...image.media, aes_key: "" } };
  expect(Buffer.from((await adapter.download(quoted)).bytes)).toStrictEqual(bytes);
});
