import { assertNoSecret } from "@botwright/adapter-kit/contract";
import { isBotwrightError, type PlatformAdapter } from "@botwright/core";
import { expect, test, vi } from "vitest";
import type { WecomAdapterOptions } from "../src/index.ts";
import { createLeapClock, openFixture, png, type Fixture, USER } from "./wecom.ts";

interface Failure {
  /** What goes wrong. */
  when: string;
  code: string;
  /** What else the error tells. */
  tells?: Record<string, unknown>;
  options?: Partial<WecomAdapterOptions>;
  prepare?: (fixture: Fixture) => unknown;
  /** @default sends a text */
  act?: (adapter: PlatformAdapter, fixture: Fixture) => Promise<unknown>;
  /** How many messages arrive all the same. @default 0 */
  sent?: number;
}

const method = "message/send";

async function download(adapter: PlatformAdapter, fixture: Fixture): Promise<unknown> {
  await fixture.wecom.say({ from: USER, image: { bytes: png } });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1), { interval: 5 });
  const image = fixture.received[0]?.message.image;
  if (image === undefined) throw new Error("no image");
  return adapter.download(image);
}

const failures: Failure[] = [
  {
    when: "the member cannot see the app",
    code: "PLATFORM_FORBIDDEN",
    tells: { platformCode: "81013" },
    prepare: ({ wecom }) => wecom.fault("refused-user", { user: USER }),
  },
  {
    when: "no user has this id",
    code: "PLATFORM_FORBIDDEN",
    tells: { platformCode: "81013" },
    act: (adapter) => adapter.sendText("nobody", "hello"),
  },
  {
    when: "the answer to a success names the receiver as invalid",
    code: "PLATFORM_FORBIDDEN",
    prepare: ({ wecom }) => wecom.fault("invalid-user"),
    sent: 1,
  },
  {
    when: "the secret is revoked",
    code: "PLATFORM_UNAUTHORIZED",
    tells: { platformCode: "40001" },
    prepare: ({ wecom }) => wecom.fault("revoked-credentials"),
  },
  {
    when: "new tokens are refused as well",
    code: "PLATFORM_UNAUTHORIZED",
    tells: { platformCode: "42001" },
    prepare: ({ wecom }) => wecom.fault("expired-token", { times: 2 }),
  },
  {
    when: "there were too many calls",
    code: "PLATFORM_RATE_LIMITED",
    tells: { platformCode: "45009", retryAfter: 60 },
    prepare: ({ wecom }) => wecom.fault("rate-limit", { method }),
  },
  {
    when: "there were too many calls for a token",
    code: "PLATFORM_RATE_LIMITED",
    tells: { platformCode: "45009", retryAfter: 60 },
    prepare({ wecom }) {
      wecom.fault("expired-token");
      wecom.fault("rate-limit", { method: "gettoken" });
    },
  },
  {
    when: "the server stays busy",
    code: "PLATFORM_UNAVAILABLE",
    tells: { platformCode: "-1" },
    prepare: ({ wecom }) => wecom.fault("busy", { times: 4, method }),
  },
  {
    when: "there stay too many calls at once",
    code: "PLATFORM_RATE_LIMITED",
    tells: { platformCode: "45033" },
    prepare: ({ wecom }) => wecom.fault("busy", { times: 4, errcode: 45033, method }),
  },
  {
    when: "the address of this machine is not allowed",
    code: "PLATFORM_FORBIDDEN",
    prepare: ({ wecom }) => wecom.fault("refuse", { errcode: 60020 }),
  },
  {
    when: "the refusal is an unknown one",
    code: "PLATFORM_BAD_REQUEST",
    tells: { platformCode: "99999" },
    prepare: ({ wecom }) => wecom.fault("refuse", { errcode: 99_999, errmsg: "new" }),
  },
  {
    when: "the server fails",
    code: "PLATFORM_UNAVAILABLE",
    tells: { platformCode: "500" },
    prepare: ({ wecom }) => wecom.fault("server-error", { method }),
  },
  {
    when: "a proxy answers with a page",
    code: "PLATFORM_UNAVAILABLE",
    tells: { platformCode: "502" },
    prepare: ({ wecom }) => wecom.fault("server-error", { status: 502, method }),
  },
  {
    when: "the connection is cut before the answer",
    code: "NETWORK_FAILED",
    tells: { deliveryUnknown: true },
    prepare: ({ wecom }) => wecom.fault("lost-reply", { method }),
    sent: 1,
  },
  {
    when: "the answer is not JSON",
    code: "NETWORK_BAD_ANSWER",
    tells: { deliveryUnknown: true },
    prepare: ({ wecom }) => wecom.fault("garbled", { method }),
    sent: 1,
  },
  {
    when: "no answer comes in time",
    code: "NETWORK_TIMEOUT",
    tells: { deliveryUnknown: true },
    options: { requestTimeoutMs: 1_000 },
    prepare: ({ wecom }) => wecom.fault("slow", { ms: 2_000, method }),
  },
  {
    when: "WeCom cannot be reached",
    code: "NETWORK_UNREACHABLE",
    tells: { deliveryUnknown: false },
    async act(_adapter, fixture) {
      const clock = createLeapClock();
      const lonely = fixture.adapter({ apiBase: "http://127.0.0.1:1", clock });
      return lonely
        .sendText(USER, "hello")
        .finally(() => expect(clock.waits).toEqual([1000, 2000, 4000, 8000]));
    },
  },
  {
    when: "an upload breaks",
    code: "NETWORK_FAILED",
    tells: { deliveryUnknown: false },
    prepare: ({ wecom }) => wecom.fault("drop-connection", { method: "media/upload", times: 5 }),
    act: async (adapter) => adapter.sendImage?.(USER, png),
  },
  {
    when: "the file is larger than 20 MiB",
    code: "MEDIA_TOO_LARGE",
    act: async (adapter) => adapter.sendFile?.(USER, new Uint8Array((20 << 20) + 1), "big"),
  },
  {
    when: "the file has too few bytes",
    code: "PLATFORM_BAD_REQUEST",
    act: async (adapter) => adapter.sendFile?.(USER, new Uint8Array(5), "small"),
  },
  {
    when: "a file is not there any more",
    code: "PLATFORM_NOT_FOUND",
    tells: { platformCode: "40007" },
    prepare: ({ wecom }) => wecom.fault("missing-file", { times: 2 }),
    act: download,
  },
  {
    when: "only half of a file arrives, each time",
    code: "NETWORK_FAILED",
    prepare: ({ wecom }) => {
      wecom.fault("lost-reply", { method: "media/get", times: 9 });
      wecom.fault("missing-file", { method: "wwpic" });
    },
    act: download,
  },
  {
    when: "a reference is not WeCom's",
    code: "INVALID_MEDIA_REFERENCE",
    act: (adapter) => adapter.downloadRaw("https://example.org/file"),
  },
  {
    when: "a bot starts with a dead secret",
    code: "PLATFORM_UNAUTHORIZED",
    prepare: ({ wecom }) => wecom.fault("revoked-credentials"),
    act: (_adapter, fixture) => fixture.started(),
  },
  {
    when: "a bot starts as another app",
    code: "PLATFORM_FORBIDDEN",
    tells: { platformCode: "301002" },
    act: (_adapter, fixture) => fixture.started({ agentId: "7" }),
  },
  {
    when: "a bot starts for another corp",
    code: "PLATFORM_UNAUTHORIZED",
    tells: { platformCode: "40013" },
    act: (_adapter, fixture) => fixture.started({ corpId: "ww1" }),
  },
  {
    when: "a running bot is started",
    code: "ALREADY_STARTED",
    act: (adapter) => adapter.start(async () => {}),
  },
];

test.concurrent.each(failures)("$when: $code", async (failure) => {
  const { code, tells = {}, options, prepare, act, sent = 0 } = failure;
  await using fixture = await openFixture();
  const adapter = await fixture.started({ clock: createLeapClock(), ...options });
  await prepare?.(fixture);
  const acting = act === undefined ? adapter.sendText(USER, "hello") : act(adapter, fixture);
  const error = await acting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(isBotwrightError(error)).toBe(true);
  expect(error).toMatchObject({ code, ...tells });
  expect(fixture.wecom.sent()).toHaveLength(sent);
  await adapter.stop();
  assertNoSecret(error, fixture.secrets, "the error");
  assertNoSecret(fixture.logger.lines, fixture.secrets, "the log");
});
