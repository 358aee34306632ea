import { assertNoSecret } from "@botwright/adapter-kit/contract";
import { describeError, type MediaItem, type PlatformAdapter } from "@botwright/core";
import type { WechatOptions } from "@botwright/simulators";
import { expect, test, vi } from "vitest";
import { openScene, type Scene, USER } from "./wechat.ts";

interface Failure {
  /** What goes wrong. */
  when: string;
  code: string;
  /** What else the error tells. */
  tells?: Record<string, unknown>;
  options?: WechatOptions;
  prepare?: (scene: Scene) => unknown;
  /** @default sends a text */
  act?: (adapter: PlatformAdapter, scene: Scene) => Promise<unknown>;
  /** The pauses before it is given up. @default none */
  waits?: number[];
}

const bytes = Buffer.from("some bytes");

const text = (adapter: PlatformAdapter): Promise<unknown> => adapter.sendText(USER, "hello");
const file = (adapter: PlatformAdapter): Promise<unknown> =>
  adapter.sendFile?.(USER, bytes, "a.txt") ?? Promise.resolve();

/** Downloads what a person has sent. */
async function download(
  adapter: PlatformAdapter,
  scene: Scene,
  change: (item: MediaItem) => MediaItem = (item) => item,
): Promise<unknown> {
  await scene.wechat.say({ from: USER, voice: { bytes } });
  await vi.waitFor(() => expect(scene.received).toHaveLength(1));
  const voice = scene.received[0]?.message.voice;
  if (voice === undefined) throw new Error("no voice");
  return adapter.download(change(voice));
}

const withKey = (adapter: PlatformAdapter, scene: Scene, aes_key: string): Promise<unknown> =>
  download(adapter, scene, (item) => ({ ...item, media: { ...item.media, aes_key } }));

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
    act: async (_adapter, scene) => scene.adapter().sendText(USER, "hello"),
  },
  {
    when: "the server keeps failing",
    code: "PLATFORM_UNAVAILABLE",
    tells: { platformCode: "502" },
    prepare: ({ wechat }) =>
      wechat.fault("server-error", { status: 502, method: "sendmessage", times: 9 }),
    waits: [1500],
  },
  {
    when: "the connection keeps breaking",
    code: "NETWORK_FAILED",
    tells: { deliveryUnknown: true },
    prepare: ({ wechat }) => wechat.fault("lost-reply", { method: "sendmessage", times: 9 }),
    waits: [1500],
  },
  {
    when: "the answers are not JSON",
    code: "NETWORK_BAD_ANSWER",
    tells: { deliveryUnknown: true },
    prepare: ({ wechat }) => wechat.fault("garbled", { method: "sendmessage", times: 9 }),
    waits: [1500],
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
    when: "a download breaks off",
    code: "NETWORK_FAILED",
    prepare: ({ wechat }) => wechat.fault("lost-reply", { method: "c2c/download" }),
    act: download,
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
    act: (adapter, scene) => withKey(adapter, scene, ""),
  },
  {
    when: "a key is of another file",
    code: "INVALID_MEDIA_REFERENCE",
    act: (adapter, scene) => withKey(adapter, scene, "AAAAAAAAAAAAAAAAAAAAAA=="),
  },
  {
    when: "a file is said to be on a host that is not the platform's",
    code: "PLATFORM_UNTRUSTED_ADDRESS",
    act: async (adapter, scene) => {
      const media = { encrypt_query_param: "p", aes_key: "", full_url: "http://10.0.0.1/secret" };
      const items = [{ type: 2, image_item: { media } }];
      await scene.wechat.push({ from: USER, items });
      await vi.waitFor(() => expect(scene.received).toHaveLength(1));
      const image = scene.received[0]?.message.image;
      await adapter.downloadRaw(image?.media.encrypt_query_param ?? "");
    },
  },
];

test.each(failures)("$when: $code", async (failure) => {
  const { code, tells = {}, prepare, act = text, options, waits = [] } = failure;
  await using scene = await openScene(options);
  const adapter = await scene.started();
  await prepare?.(scene);
  const error: unknown = await act(adapter, scene).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(describeError(error).code).toBe(code);
  expect(error).toMatchObject(tells);
  expect(scene.clock.waits).toEqual(waits);
  assertNoSecret(error, scene.secrets, "the error");
  assertNoSecret(scene.logger.lines, scene.secrets, "the log");
});

test("a start at an address that is none is refused at once", async () => {
  await using scene = await openScene();
  expect(() => scene.adapter({ apiBase: "ilink" })).toThrow("apiBase");
});

test("a file that the CDN fails to take at first is sent all the same", async () => {
  await using scene = await openScene();
  const adapter = await scene.started();
  scene.wechat.fault("refused-upload", { times: 2 });
  await adapter.sendFile?.(USER, bytes, "a.txt");
  expect(Buffer.from(scene.wechat.sent()[0]?.bytes ?? [])).toStrictEqual(bytes);
  expect(scene.clock.waits).toEqual([1000, 2000]);
});

test.each(["parameter", "URL"])("an unencrypted picture is handed on, by its %s", async (place) => {
  await using scene = await openScene();
  const adapter = await scene.started();
  const { media } = scene.wechat.storePlain(bytes);
  const query = `encrypted_query_param=${encodeURIComponent(media.encrypt_query_param ?? "")}`;
  const byUrl = { full_url: `${scene.wechat.cdnBaseUrl}/download?${query}` };
  const image_item = { media: place === "URL" ? byUrl : media };
  await scene.wechat.push({ from: USER, items: [{ type: 2, image_item }] });
  await vi.waitFor(() => expect(scene.received).toHaveLength(1));
  const image = scene.received[0]?.message.image;
  if (image === undefined) throw new Error("no image");
  expect(Buffer.from(await adapter.download(image))).toStrictEqual(bytes);
  expect(image.mid_size).toBe(bytes.length);
});
