import { assertNoSecret, serve } from "@botwright/adapter-kit/contract";
import { isBotwrightError, type PlatformAdapter } from "@botwright/core";
import { expect, test } from "vitest";
import type { DingtalkAdapterOptions } from "../src/index.ts";
import { openFixture, type Fixture, USER, until } from "./dingtalk.ts";

interface Failure {
  /** What goes wrong. */
  when: string;
  code: string;
  /** What else the error tells. */
  tells?: Record<string, unknown>;
  options?: Partial<DingtalkAdapterOptions>;
  prepare?: (fixture: Fixture) => unknown;
  /** @default sends a text */
  act?: (adapter: PlatformAdapter, fixture: Fixture) => Promise<unknown>;
  /** How many messages arrive all the same. @default 0 */
  sent?: number;
}

const text = (adapter: PlatformAdapter): Promise<unknown> => adapter.sendText(USER, "hello");

/** Answers a message by its session. */
async function answer(adapter: PlatformAdapter, fixture: Fixture): Promise<unknown> {
  await fixture.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(fixture.received).toHaveLength(1));
  const contextToken = fixture.received[0]?.message.contextToken ?? "";
  return adapter.sendText(USER, "answer", { contextToken });
}

async function download(
  adapter: PlatformAdapter,
  fixture: Fixture,
  bytes: Uint8Array = Buffer.from("words"),
): Promise<unknown> {
  await fixture.dingtalk.say({ from: USER, file: { bytes, name: "w.pdf" } });
  await until(() => expect(fixture.received).toHaveLength(1));
  const file = fixture.received[0]?.message.file;
  if (file === undefined) throw new Error("no file");
  return adapter.download(file);
}

const failures: Failure[] = [
  {
    when: "no user has this staff id",
    code: "PLATFORM_NOT_FOUND",
    act: (adapter) => adapter.sendText("nobody", "hello"),
  },
  {
    when: "the staff id does not exist",
    code: "PLATFORM_NOT_FOUND",
    tells: { platformCode: "staffId.notExisted" },
    prepare: ({ dingtalk }) =>
      dingtalk.fault("refuse", { code: "staffId.notExisted", method: "batchSend" }),
  },
  {
    when: "the app lacks the permission",
    code: "PLATFORM_FORBIDDEN",
    prepare: ({ dingtalk }) =>
      dingtalk.fault("refuse", { code: "Forbidden", status: 403, method: "batchSend" }),
  },
  {
    when: "the message is malformed",
    code: "PLATFORM_BAD_REQUEST",
    prepare: ({ dingtalk }) =>
      dingtalk.fault("refuse", { code: "invalidParameter.param.invalid", method: "batchSend" }),
  },
  {
    when: "the recipient meets flow control",
    code: "PLATFORM_RATE_LIMITED",
    tells: { retryAfter: 60 },
    prepare: ({ dingtalk }) => dingtalk.fault("rate-limit"),
  },
  {
    when: "the session meets flow control",
    code: "PLATFORM_RATE_LIMITED",
    tells: { retryAfter: 60, platformCode: "660026" },
    prepare: ({ dingtalk }) => dingtalk.fault("rate-limit", { method: "sendBySession" }),
    act: answer,
  },
  {
    when: "the credentials are revoked",
    code: "PLATFORM_UNAUTHORIZED",
    tells: { platformCode: "invalidClientIdOrSecret" },
    prepare: ({ dingtalk }) => dingtalk.fault("revoked-credentials"),
  },
  {
    when: "the robot code is another app's",
    code: "PLATFORM_FORBIDDEN",
    options: { robotCode: "dingother" },
  },
  {
    when: "the old API stays too slow",
    code: "PLATFORM_UNAVAILABLE",
    tells: { platformCode: "15" },
    prepare: ({ dingtalk }) => dingtalk.fault("server-error", { times: 9, method: "upload" }),
    act: async (adapter) => adapter.sendFile?.(USER, Buffer.from("words"), "w.pdf"),
  },
  {
    when: "the connection is cut before the answer",
    code: "NETWORK_FAILED",
    tells: { deliveryUnknown: true },
    prepare: ({ dingtalk }) => dingtalk.fault("lost-reply", { method: "batchSend" }),
    sent: 1,
  },
  {
    when: "the answer of a session is lost, which must not be sent twice",
    code: "NETWORK_FAILED",
    tells: { deliveryUnknown: true },
    prepare: ({ dingtalk }) => dingtalk.fault("lost-reply", { method: "sendBySession" }),
    act: answer,
    sent: 1,
  },
  {
    when: "the answer is not JSON",
    code: "NETWORK_BAD_ANSWER",
    tells: { deliveryUnknown: true },
    prepare: ({ dingtalk }) => dingtalk.fault("garbled", { method: "batchSend" }),
    sent: 1,
  },
  {
    when: "no answer comes in time",
    code: "NETWORK_TIMEOUT",
    tells: { deliveryUnknown: true },
    options: { requestTimeoutMs: 1_000 },
    prepare: ({ dingtalk }) => dingtalk.fault("slow", { ms: 2_000, method: "batchSend" }),
  },
  {
    when: "DingTalk cannot be reached",
    code: "NETWORK_UNREACHABLE",
    tells: { deliveryUnknown: false },
    prepare: ({ dingtalk }) => dingtalk.close(),
  },
  {
    when: "the upload is larger than 20 MiB",
    code: "MEDIA_TOO_LARGE",
    act: async (adapter) => adapter.sendFile?.(USER, new Uint8Array((20 << 20) + 1), "big.pdf"),
  },
  {
    when: "the upload is empty",
    code: "PLATFORM_BAD_REQUEST",
    act: async (adapter) => adapter.sendFile?.(USER, new Uint8Array(), "empty"),
  },
  {
    when: "a download code is not known any more",
    code: "PLATFORM_BAD_REQUEST",
    prepare: ({ dingtalk }) => dingtalk.fault("missing-file", { method: "download" }),
    act: download,
  },
  {
    when: "the link to a file does not work",
    code: "PLATFORM_NOT_FOUND",
    prepare: ({ dingtalk }) => dingtalk.fault("missing-file", { method: "file" }),
    act: download,
  },
  {
    when: "only half of a file arrives, each time",
    code: "NETWORK_FAILED",
    prepare: ({ dingtalk }) => dingtalk.fault("lost-reply", { method: "file", times: 9 }),
    act: download,
  },
  {
    when: "a file is larger than 100 MiB",
    code: "MEDIA_TOO_LARGE",
    act: (adapter, fixture) => download(adapter, fixture, new Uint8Array((100 << 20) + 1)),
  },
  {
    when: "a reference is not DingTalk's",
    code: "INVALID_MEDIA_REFERENCE",
    act: (adapter) => adapter.downloadRaw("https://example.org/file"),
  },
  {
    when: "a robot starts with a wrong secret",
    code: "PLATFORM_UNAUTHORIZED",
    act: (_adapter, fixture) => fixture.started({ appSecret: "a-wrong-secret" }),
  },
];

test.concurrent.each(failures)("$when: $code", async (failure) => {
  const { code, tells = {}, options, prepare, act = text, sent = 0 } = failure;
  await using fixture = await openFixture();
  const adapter = await fixture.inChat(options);
  // A token that was good until now.
  await prepare?.(fixture);
  const error = await act(adapter, fixture).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(isBotwrightError(error)).toBe(true);
  expect(error).toMatchObject({ code, ...tells });
  expect(fixture.dingtalk.sent()).toHaveLength(sent);
  await adapter.stop();
  const secrets = fixture.dingtalk.secrets();
  assertNoSecret(error, secrets, "the error");
  assertNoSecret(fixture.logger.lines, secrets, "the log");
  assertNoSecret(fixture.received, secrets, "a message");
});

test("credentials that were refused are not tried again for a minute", async () => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter({ appSecret: "a-wrong-secret" });
  for (let tries = 0; tries < 3; tries++) {
    await expect(adapter.sendText(USER, "hello")).rejects.toMatchObject({
      code: "PLATFORM_UNAUTHORIZED",
    });
  }
  expect(fixture.calls("accessToken")).toBe(1);
});

test("an empty credential and a malformed AES key are refused at once", async () => {
  await using fixture = await openFixture();
  expect(() => fixture.adapter({ appKey: "" })).toThrow("appKey is empty");
  expect(() => fixture.adapter({ callback: { aesKey: "short" } })).toThrow("aesKey must be");
});

test("a server that repeats the token in its answer gives nothing away", async () => {
  await using server = await serve((request, response) => {
    const isToken = request.url?.endsWith("accessToken");
    response.statusCode = isToken ? 200 : 403;
    const token = request.headers["x-acs-dingtalk-access-token"];
    const granted = { accessToken: "a-granted-token", expireIn: 7200 };
    const refused = { code: "Forbidden", message: `no route for ${String(token)}` };
    response.end(JSON.stringify(isToken ? granted : refused));
  });
  await using fixture = await openFixture();
  const adapter = fixture.adapter({ apiBase: server.url });
  const error: unknown = await adapter.sendText(USER, "hello").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "PLATFORM_FORBIDDEN" });
  expect(String(error)).toContain("[redacted]");
  assertNoSecret(error, ["a-granted-token"], "the error");
});
