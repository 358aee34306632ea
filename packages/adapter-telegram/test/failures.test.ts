import { assertNoSecret, serve } from "@botwright/adapter-kit/contract";
import { describeError, isBotwrightError, type PlatformAdapter } from "@botwright/core";
import { expect, test } from "vitest";
import type { TelegramAdapterOptions } from "../src/index.ts";
import { openFixture, type Fixture, USER } from "./telegram.ts";

interface Failure {
  /** What goes wrong. */
  when: string;
  code: string;
  /** What else the error tells. */
  tells?: Record<string, unknown>;
  options?: Partial<TelegramAdapterOptions>;
  prepare?: (fixture: Fixture) => unknown;
  /** @default sends a text */
  act?: (adapter: PlatformAdapter, fixture: Fixture) => Promise<unknown>;
  /** How many messages arrive all the same. @default 0 */
  sent?: number;
  /** How long it waits before it tries again, in milliseconds. @default not looked at */
  waits?: readonly number[];
}

const text = (adapter: PlatformAdapter): Promise<unknown> => adapter.sendText(USER, "hello");

async function download(adapter: PlatformAdapter, fixture: Fixture): Promise<unknown> {
  await fixture.telegram.say({ from: USER, image: { bytes: Buffer.from("picture") } });
  while (fixture.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const image = fixture.received[0]?.message.image;
  if (image === undefined) throw new Error("no image");
  return adapter.download(image);
}

const failures: Failure[] = [
  {
    when: "the user has blocked the bot",
    code: "PLATFORM_FORBIDDEN",
    tells: { platformCode: "403" },
    prepare: ({ telegram }) => telegram.fault("refused-user", { user: USER }),
    waits: [],
  },
  {
    when: "the user's account is gone",
    code: "PLATFORM_FORBIDDEN",
    prepare: ({ telegram }) => telegram.fault("deactivated-user", { user: USER }),
  },
  {
    when: "no user has this id",
    code: "PLATFORM_BAD_REQUEST",
    act: (adapter) => adapter.sendText("999999", "hello"),
  },
  {
    when: "the recipient is no id at all",
    code: "PLATFORM_BAD_REQUEST",
    act: (adapter) => adapter.sendText("someone", "hello"),
  },
  {
    when: "the recipient is an id in another writing",
    code: "PLATFORM_BAD_REQUEST",
    act: (adapter) => adapter.sendText("0x3e9", "hello"),
  },
  {
    when: "the token is revoked",
    code: "PLATFORM_UNAUTHORIZED",
    prepare: ({ telegram }) => telegram.fault("revoked-credentials"),
  },
  {
    when: "Telegram keeps asking for patience",
    code: "PLATFORM_RATE_LIMITED",
    tells: { retryAfter: 1 },
    prepare: ({ telegram }) => telegram.fault("rate-limit", { times: 9, method: "sendMessage" }),
    waits: [1000, 1000, 1000],
  },
  {
    when: "Telegram asks for more patience than a minute",
    code: "PLATFORM_RATE_LIMITED",
    tells: { retryAfter: 61 },
    prepare: ({ telegram }) =>
      telegram.fault("rate-limit", { retryAfter: 61, method: "sendMessage" }),
    waits: [],
  },
  {
    when: "the server keeps failing",
    code: "PLATFORM_UNAVAILABLE",
    prepare: ({ telegram }) => telegram.fault("server-error", { times: 9, method: "sendMessage" }),
    waits: [1000],
  },
  {
    when: "a proxy answers with a page",
    code: "PLATFORM_UNAVAILABLE",
    tells: { platformCode: "502" },
    prepare: ({ telegram }) =>
      telegram.fault("server-error", { times: 9, status: 502, method: "sendMessage" }),
  },
  {
    when: "the connection is cut before the answer",
    code: "NETWORK_FAILED",
    tells: { deliveryUnknown: true },
    prepare: ({ telegram }) => telegram.fault("lost-reply", { method: "sendMessage" }),
    sent: 1,
    waits: [],
  },
  {
    when: "the answer is not JSON",
    code: "NETWORK_BAD_ANSWER",
    tells: { deliveryUnknown: true },
    prepare: ({ telegram }) => telegram.fault("garbled", { method: "sendMessage" }),
    sent: 1,
  },
  {
    when: "no answer comes in time",
    code: "NETWORK_TIMEOUT",
    tells: { deliveryUnknown: true },
    options: { requestTimeoutMs: 1_000 },
    prepare: ({ telegram }) => telegram.fault("slow", { ms: 2_000, method: "sendMessage" }),
    waits: [],
  },
  {
    when: "Telegram cannot be reached",
    code: "NETWORK_UNREACHABLE",
    tells: { deliveryUnknown: false },
    prepare: ({ telegram }) => telegram.close(),
  },
  {
    when: "the upload is larger than 50 MiB",
    code: "MEDIA_TOO_LARGE",
    act: async (adapter) => adapter.sendFile?.(USER, new Uint8Array((50 << 20) + 1), "big"),
  },
  {
    when: "the upload is empty",
    code: "PLATFORM_BAD_REQUEST",
    act: async (adapter) => adapter.sendFile?.(USER, new Uint8Array(), "empty"),
  },
  {
    when: "a file is too big to download",
    code: "MEDIA_TOO_LARGE",
    prepare: ({ telegram }) => telegram.fault("file-too-big"),
    act: download,
  },
  {
    when: "a file is not there any more",
    code: "PLATFORM_BAD_REQUEST",
    prepare: ({ telegram }) => telegram.fault("missing-file", { method: "getFile" }),
    act: download,
  },
  {
    when: "the link to a file does not work",
    code: "PLATFORM_NOT_FOUND",
    prepare: ({ telegram }) => telegram.fault("missing-file", { method: "download" }),
    act: download,
  },
  {
    when: "only half of a file arrives, each time",
    code: "NETWORK_FAILED",
    prepare: ({ telegram }) => telegram.fault("lost-reply", { method: "download", times: 9 }),
    act: download,
    waits: [1000, 2000, 4000, 8000],
  },
  {
    when: "a reference is not Telegram's",
    code: "INVALID_MEDIA_REFERENCE",
    act: (adapter) => adapter.downloadRaw("https://example.org/file"),
  },
  {
    when: "a bot starts again with a dead token",
    code: "PLATFORM_UNAUTHORIZED",
    prepare: ({ telegram }) => telegram.fault("revoked-credentials"),
    act: (_adapter, fixture) => fixture.started(),
  },
];

test.concurrent.each(failures)("$when: $code", async (failure) => {
  const { code, tells = {}, options, prepare, act = text, sent = 0, waits } = failure;
  await using fixture = await openFixture();
  const adapter = await fixture.inChat(options);
  await prepare?.(fixture);
  const error = await act(adapter, fixture).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(isBotwrightError(error)).toBe(true);
  expect(error).toMatchObject({ code, ...tells });
  expect(fixture.telegram.sent()).toHaveLength(sent);
  expect(fixture.clock.waits).toEqual(waits ?? fixture.clock.waits);
  await adapter.stop();
  assertNoSecret(error, fixture.secrets, "the error");
  assertNoSecret(fixture.logger.lines, fixture.secrets, "the log");
});

test("a connection that is refused is tried once more", async () => {
  await using fixture = await openFixture();
  await fixture.telegram.close();
  await expect(fixture.adapter().sendText(USER, "hello")).rejects.toMatchObject({
    code: "NETWORK_UNREACHABLE",
  });
  expect(fixture.clock.waits).toEqual([1000]);
});

test("an answer that does not say whether it is ok is judged by its HTTP status", async () => {
  await using server = await serve((_request, response) => {
    response.statusCode = 500;
    response.end(JSON.stringify({ message: "no such route" }));
  });
  await using fixture = await openFixture();
  const adapter = fixture.adapter({ apiBase: server.url });
  await expect(adapter.sendText(USER, "hello")).rejects.toMatchObject({
    code: "PLATFORM_UNAVAILABLE",
    platformCode: "500",
  });
});

test("a server that repeats the token in its answer gives nothing away", async () => {
  await using server = await serve((request, response) => {
    response.statusCode = 400;
    const description = `Bad Request: no route ${request.url} and ${encodeURI(request.url ?? "")}`;
    response.end(JSON.stringify({ ok: false, error_code: 400, description }));
  });
  await using fixture = await openFixture();
  const adapter = fixture.adapter({ apiBase: server.url });
  const error: unknown = await adapter.sendText(USER, "hello").catch((thrown: unknown) => thrown);
  expect(describeError(error).message).toContain("/bot[redacted]/sendMessage");
  assertNoSecret(error, fixture.secrets, "the error");
});

test("a redirect is not followed: the token is in the address", async () => {
  let followed = false;
  await using elsewhere = await serve((_request, response) => {
    followed = true;
    response.end(JSON.stringify({ ok: true, result: {} }));
  });
  await using server = await serve((request, response) => {
    response.writeHead(307, { location: `${elsewhere.url}${request.url}` }).end();
  });
  await using fixture = await openFixture();
  const adapter = fixture.adapter({ apiBase: server.url });
  await expect(adapter.sendText(USER, "hello")).rejects.toMatchObject({
    code: "NETWORK_BAD_ANSWER",
  });
  expect(followed).toBe(false);
});
