import { assertNoSecret } from "@botwright/adapter-kit/contract";
import { describeError, isBotwrightError, type PlatformAdapter } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";
import type { WecomAdapterOptions } from "../src/index.ts";
import { createLeapClock, openScene, type Scene, serve, USER } from "./wecom.ts";

interface Failure {
  /** What goes wrong. */
  when: string;
  code: string;
  /** What else the error tells. */
  tells?: Record<string, unknown>;
  options?: Partial<WecomAdapterOptions>;
  prepare?: (scene: Scene) => unknown;
  /** @default sends a text */
  act?: (adapter: PlatformAdapter, scene: Scene) => Promise<unknown>;
  /** How many messages arrive all the same. @default 0 */
  sent?: number;
}

const method = "message/send";
const png = Buffer.concat([Buffer.from("\x89PNG", "latin1"), Buffer.alloc(60)]);

async function download(adapter: PlatformAdapter, scene: Scene): Promise<unknown> {
  await scene.wecom.say({ from: USER, image: { bytes: png } });
  await vi.waitFor(() => expect(scene.received).toHaveLength(1), { interval: 5 });
  const image = scene.received[0]?.message.image;
  if (image === undefined) throw new Error("no image");
  return adapter.download(image);
}

const failures: Failure[] = [
  {
    when: "the member cannot see the app",
    code: "PLATFORM_FORBIDDEN",
    tells: { platformCode: "81013" },
    prepare: ({ wecom }) => wecom.fault("hidden-user", { user: USER }),
  },
  {
    when: "nobody has this id",
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
    prepare: ({ wecom }) => wecom.fault("revoked-secret"),
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
    options: { requestTimeoutMs: 150 },
    prepare: ({ wecom }) => wecom.fault("slow", { ms: 600, method }),
  },
  {
    when: "WeCom cannot be reached",
    code: "NETWORK_UNREACHABLE",
    tells: { deliveryUnknown: false },
    async act(_adapter, scene) {
      const server = await serve(() => {});
      await server[Symbol.asyncDispose]();
      return scene.adapter({ apiBase: server.url }).sendText(USER, "hello");
    },
  },
  {
    when: "an upload breaks",
    code: "NETWORK_FAILED",
    tells: { deliveryUnknown: false },
    prepare: ({ wecom }) => wecom.fault("drop-connection", { method: "media/upload" }),
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
    prepare: ({ wecom }) => wecom.fault("missing-media"),
    act: download,
  },
  {
    when: "only half of a file arrives",
    code: "NETWORK_FAILED",
    prepare: ({ wecom }) => wecom.fault("lost-reply", { method: "media/get" }),
    act: download,
  },
  {
    when: "a reference is not WeCom's",
    code: "INVALID_MEDIA_REFERENCE",
    act: (adapter) => adapter.downloadRaw("https://example.org/file"),
  },
  {
    when: "a bot is told to start with a dead secret",
    code: "PLATFORM_UNAUTHORIZED",
    prepare: ({ wecom }) => wecom.fault("revoked-secret"),
    act: (_adapter, scene) => scene.started(),
  },
  {
    when: "a bot is told to start as another app",
    code: "PLATFORM_FORBIDDEN",
    tells: { platformCode: "301002" },
    act: (_adapter, scene) => scene.started({ agentId: "7" }),
  },
  {
    when: "a bot is told to start for another corp",
    code: "PLATFORM_UNAUTHORIZED",
    tells: { platformCode: "40013" },
    act: (_adapter, scene) => scene.started({ corpId: "ww1" }),
  },
  {
    when: "a running bot is started",
    code: "ALREADY_STARTED",
    act: (adapter) => adapter.start(async () => {}),
  },
];

test.concurrent.each(failures)("$when: $code", async (failure) => {
  const { code, tells = {}, options, prepare, act, sent = 0 } = failure;
  await using scene = await openScene();
  const adapter = await scene.started({ clock: createLeapClock(), ...options });
  await prepare?.(scene);
  const acting = act === undefined ? adapter.sendText(USER, "hello") : act(adapter, scene);
  const error = await acting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(isBotwrightError(error)).toBe(true);
  expect(error).toMatchObject({ code, ...tells });
  expect(scene.wecom.sent()).toHaveLength(sent);
  await adapter.stop();
  assertNoSecret(error, scene.secrets, "the error");
  assertNoSecret(scene.logger.lines, scene.secrets, "the log");
});

describe("patience", () => {
  test("a busy server is asked again, after growing pauses", async () => {
    await using scene = await openScene();
    const clock = createLeapClock();
    const adapter = await scene.started({ clock });
    scene.wecom.fault("busy", { times: 3, method });
    await adapter.sendText(USER, "hello");
    expect(scene.wecom.sent()).toHaveLength(1);
    expect(clock.waits).toEqual([1000, 2000, 4000]);
  });

  test("after too many calls the path is left alone for a minute", async () => {
    await using scene = await openScene();
    const clock = createLeapClock();
    const adapter = await scene.started({ clock });
    scene.wecom.fault("rate-limit", { method });
    const sends = (): number => scene.wecom.requests().filter(({ call }) => call === method).length;
    await expect(adapter.sendText(USER, "one")).rejects.toMatchObject({ retryAfter: 60 });
    await wait(clock, 59_000);
    await expect(adapter.sendText(USER, "two")).rejects.toMatchObject({ retryAfter: 1 });
    expect(sends()).toBe(1);
    await wait(clock, 1000);
    expect(await adapter.sendText(USER, "three")).toMatchObject({ status: "sent" });
    expect(sends()).toBe(2);
  });

  test("a refused secret is tried again after a minute, not with each call", async () => {
    await using scene = await openScene();
    const clock = createLeapClock();
    const onFailure = vi.fn<(error: unknown) => void>();
    const adapter = await scene.started({ clock, onFailure });
    const fault = scene.wecom.fault("revoked-secret");
    const unauthorized = { code: "PLATFORM_UNAUTHORIZED" };
    const asks = (): number =>
      scene.wecom.requests().filter(({ call }) => call === "gettoken").length;
    await expect(adapter.sendText(USER, "one")).rejects.toMatchObject(unauthorized);
    await expect(adapter.sendText(USER, "two")).rejects.toMatchObject(unauthorized);
    expect(asks()).toBe(2);
    expect(onFailure).toHaveBeenCalledOnce();
    expect(onFailure.mock.calls[0]?.[0]).toMatchObject(unauthorized);
    fault.end();
    await wait(clock, 60_000);
    expect(await adapter.sendText(USER, "three")).toMatchObject({ status: "sent" });
  });
});

describe("the access token", () => {
  test("is fetched once for all who call at the same time", async () => {
    await using scene = await openScene();
    const adapter = scene.adapter();
    scene.wecom.introduce({ id: "lisi" });
    await Promise.all([
      adapter.sendText(USER, "one"),
      adapter.sendText("lisi", "two"),
      adapter.start(async () => {}),
    ]);
    const calls = scene.wecom.requests().map(({ call }) => call);
    expect(calls.filter((call) => call === "gettoken")).toHaveLength(1);
  });

  test.each(["expired-token", "revoked"] as const)("is renewed when it is %s", async (how) => {
    await using scene = await openScene();
    const adapter = await scene.started();
    if (how === "revoked") scene.wecom.fault("revoked-secret", { method, times: 1 });
    else scene.wecom.fault("expired-token");
    expect(await adapter.sendText(USER, "hello")).toMatchObject({ status: "sent" });
    expect(scene.wecom.sent()).toHaveLength(1);
  });

  test("is not used to its last second", async () => {
    const clock = createLeapClock();
    await using scene = await openScene({ clock: () => clock.now() });
    const adapter = await scene.started({ clock });
    await wait(clock, 7_150_000);
    await adapter.sendText(USER, "hello");
    const calls = scene.wecom.requests().map(({ call }) => call);
    expect(calls).toEqual(["gettoken", "agent/get", "gettoken", "message/send"]);
  });

  test("and the secret stay out of errors, even if the server repeats them", async () => {
    const token = "an-access-token-of-some-length";
    await using server = await serve((request, response) => {
      const ok = { errcode: 0, errmsg: "ok", access_token: token, expires_in: 7200 };
      const isToken = request.url?.includes("gettoken") === true;
      const refused = { errcode: 48002, errmsg: `no right for ${request.url}` };
      response.end(JSON.stringify(isToken ? ok : refused));
    });
    await using scene = await openScene();
    const adapter = scene.adapter({ apiBase: server.url });
    const error: unknown = await adapter.sendText(USER, "hello").catch((thrown: unknown) => thrown);
    expect(describeError(error).message).toContain("access_token=[redacted]");
    assertNoSecret(error, [...scene.secrets, token], "the error");
  });
});

describe("start", () => {
  test("can be given up by a stop", async () => {
    await using server = await serve(() => {});
    await using scene = await openScene();
    const adapter = scene.adapter({ apiBase: server.url });
    const [start] = await Promise.allSettled([adapter.start(async () => {}), adapter.stop()]);
    expect(start).toMatchObject({ status: "rejected", reason: { code: "NETWORK_ABORTED" } });
  });

  test("needs credentials of the right form, and does not repeat wrong ones", async () => {
    await using scene = await openScene();
    expect(() => scene.adapter({ agentId: "my app" })).toThrow(/agentId must be/);
    expect(() => scene.adapter({ corpId: "" })).toThrow(/corpId must be/);
    expect(() => scene.adapter({ secret: "" })).toThrow(/secret must be/);
    const callback = { token: "", encodingAesKey: "short" };
    expect(() => scene.adapter({ callback })).toThrow(/callback.token must be/);
  });
});

function wait(clock: { after(ms: number, callback: () => void): unknown }, ms: number) {
  return new Promise<void>((resolve) => void clock.after(ms, resolve));
}
