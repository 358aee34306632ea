import {
  createAdapterLifecycle,
  networkError,
  platformError,
  type PlatformErrorCode,
  type AdapterLifecycle,
  type AdapterLifecycleOptions,
  type ConnectionReporter,
  type Transport,
} from "@botwright/adapter-kit";
import { createRecordingLogger } from "@botwright/adapter-kit/contract";
import {
  type AdapterStatus,
  describeError,
  type IncomingMessage,
  type MessageSink,
} from "@botwright/core";
import { describe, expect, test, vi } from "vitest";

const drop: MessageSink = async () => {};
const ABORTED = { code: "NETWORK_ABORTED" };
const MESSAGE: IncomingMessage = {
  id: "1",
  message: {
    type: "text",
    text: "hello",
    from: "ann",
    to: "bot",
    timestamp: 1,
    contextToken: "",
    messageId: 1,
    raw: {},
  },
};

const ADVICE = {
  en: "Wind it up.",
  zh: "请上发条。",
  byCode: { PLATFORM_FORBIDDEN: { en: "Give it a key.", zh: "请给它钥匙。" } },
};

function setUp(options: Partial<AdapterLifecycleOptions> = {}) {
  const logger = createRecordingLogger();
  const transport = {
    stop: vi.fn<Transport["stop"]>(() => Promise.resolve()),
    handle: async () => new Response("hello"),
  };
  const lifecycle = createAdapterLifecycle({
    service: "Toy",
    connect: async () => transport,
    advice: ADVICE,
    logger,
    ...options,
  });
  const status = async (): Promise<number> =>
    (await lifecycle.handle(new Request("http://localhost/"))).status;
  return { lifecycle, transport, logger, status };
}

test("starts once, stops, and starts again", async () => {
  const onStop = vi.fn<() => void>();
  const { lifecycle, transport, status } = setUp({ onStop });
  expect(await status()).toBe(503);
  await lifecycle.start(drop);
  expect(await status()).toBe(200);
  await expect(lifecycle.start(drop)).rejects.toMatchObject({ code: "ALREADY_STARTED" });
  await lifecycle.stop();
  expect(await status()).toBe(503);
  await lifecycle.start(drop);
  await lifecycle.stop();
  expect(transport.stop).toHaveBeenCalledTimes(2);
  expect(onStop).toHaveBeenCalledTimes(2);
});

test("a start that fails can be tried again", async () => {
  let tries = 0;
  const { lifecycle, transport } = setUp({
    async connect() {
      if (tries++ === 0) throw new Error("refused");
      return transport;
    },
  });
  await expect(lifecycle.start(drop)).rejects.toThrow("refused");
  await lifecycle.start(drop);
});

test("stops at the same time are one, and a start waits for them", async () => {
  const gate = Promise.withResolvers<void>();
  const { lifecycle, transport } = setUp();
  transport.stop.mockImplementationOnce(() => gate.promise);
  await lifecycle.start(drop);
  const stops = [lifecycle.stop(), lifecycle.stop()];
  const started = vi.fn<() => void>();
  const starting = lifecycle.start(drop).then(started);
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).not.toHaveBeenCalled();
  gate.resolve();
  await Promise.all([...stops, starting]);
  expect(transport.stop).toHaveBeenCalledOnce();
});

test("a stop ends a start, even one that does not look at the signal", async () => {
  const gate = Promise.withResolvers<Transport>();
  let late: MessageSink = drop;
  const sink = vi.fn<MessageSink>(drop);
  const { lifecycle, transport } = setUp({
    connect(given) {
      late = given;
      return gate.promise;
    },
  });
  const [start] = await Promise.allSettled([lifecycle.start(sink), lifecycle.stop()]);
  expect(start).toMatchObject({ status: "rejected", reason: ABORTED });
  gate.resolve(transport);
  await vi.waitFor(() => expect(transport.stop).toHaveBeenCalledOnce());
  // What came meanwhile is not acknowledged.
  await expect(late(MESSAGE)).rejects.toMatchObject(ABORTED);
  expect(sink).not.toHaveBeenCalled();
});

test("reports a failure once for each start, and only while it runs", async () => {
  const { lifecycle, logger } = setUp();
  const refusals: string[] = [];
  lifecycle.onStatus((status) => {
    if (status.state === "refused") refusals.push(status.message);
  });
  lifecycle.fail(new Error("before"));
  await lifecycle.start(drop);
  lifecycle.fail(new Error("one"));
  lifecycle.fail(new Error("two"));
  await lifecycle.stop();
  lifecycle.fail(new Error("after"));
  await lifecycle.start(drop);
  lifecycle.fail(new Error("three"));
  expect(refusals).toEqual(["one", "three"]);
  expect(logger.lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
    "error Toy: the platform refuses the bot. Wind it up.",
    "error Toy: the platform refuses the bot. Wind it up.",
  ]);
});

/** All statuses from now on. */
function statusesOf(lifecycle: AdapterLifecycle): AdapterStatus[] {
  const seen: AdapterStatus[] = [];
  lifecycle.onStatus((status) => seen.push(status));
  return seen;
}

function refusal(code: PlatformErrorCode): Error {
  return platformError({ service: "Toy", call: "start", code, description: "no", redact: String });
}

test("the advice is that of the reason, where there is one", async () => {
  for (const [code, advice] of [
    ["PLATFORM_FORBIDDEN", { en: "Give it a key.", zh: "请给它钥匙。" }],
    ["PLATFORM_CONFLICT", { en: "Wind it up.", zh: "请上发条。" }],
  ] as const) {
    const { lifecycle } = setUp({ connect: () => Promise.reject(refusal(code)) });
    const seen: AdapterStatus[] = [];
    lifecycle.onStatus((status) => seen.push(status));
    await expect(lifecycle.start(drop)).rejects.toMatchObject({ code });
    expect(seen.at(-1)).toMatchObject({ state: "refused", code, advice });
  }
});

describe("the status", () => {
  test("goes from stopped by connecting and connected to stopped", async () => {
    const { lifecycle } = setUp();
    const seen = statusesOf(lifecycle);
    await lifecycle.start(drop);
    await lifecycle.stop();
    await lifecycle.stop();
    const states = ["stopped", "connecting", "connected", "stopped"];
    expect(seen).toEqual(states.map((state) => ({ state })));
  });

  test("is what the transport reports, once it does, and nothing after its end", async () => {
    const reporters: ConnectionReporter[] = [];
    const { lifecycle } = setUp({
      async connect(_sink, _signal, connection) {
        connection.needsLogin({ state: "waiting", qr: "https://a.code/", attempt: 1 });
        connection.needsLogin({ state: "scanned" });
        connection.setConnected(false);
        reporters.push(connection);
        return { stop: async () => {} };
      },
    });
    const seen = statusesOf(lifecycle);
    await lifecycle.start(drop);
    const [first] = reporters;
    for (const isConnected of [true, true, false, true]) first?.setConnected(isConnected);
    await lifecycle.stop();
    first?.setConnected(true);
    await lifecycle.start(drop);
    first?.setConnected(true);
    expect(seen.map(({ state }) => state)).toEqual([
      "stopped",
      "connecting",
      "needs-login",
      "needs-login",
      "connecting",
      "connected",
      "connecting",
      "connected",
      "stopped",
      "connecting",
      "needs-login",
      "needs-login",
      "connecting",
    ]);
  });

  test("says why the platform refuses the bot, at the start and while it runs", async () => {
    let isGood = false;
    const { lifecycle } = setUp({
      async connect() {
        if (!isGood) throw refusal("PLATFORM_UNAUTHORIZED");
        return { stop: async () => {} };
      },
    });
    const seen = statusesOf(lifecycle);
    await expect(lifecycle.start(drop)).rejects.toThrow("refused");
    isGood = true;
    await lifecycle.start(drop);
    lifecycle.fail(refusal("PLATFORM_UNAUTHORIZED"));
    lifecycle.fail(refusal("PLATFORM_UNAUTHORIZED"));
    await lifecycle.stop();
    const refused = {
      state: "refused",
      code: "PLATFORM_UNAUTHORIZED",
      message: expect.stringContaining("refused start: no."),
      advice: { en: ADVICE.en, zh: ADVICE.zh },
    };
    expect(seen).toEqual([
      { state: "stopped" },
      { state: "connecting" },
      refused,
      { state: "connecting" },
      { state: "connected" },
      refused,
      { state: "stopped" },
    ]);
  });

  test.each([
    refusal("PLATFORM_UNAVAILABLE"),
    networkError({ service: "Toy", call: "start", code: "NETWORK_UNREACHABLE" }),
  ])("is stopped after a start that may succeed another time: $code", async (failure) => {
    const connect = vi.fn<AdapterLifecycleOptions["connect"]>().mockRejectedValue(failure);
    const { lifecycle } = setUp({ connect });
    const seen = statusesOf(lifecycle);
    await expect(lifecycle.start(drop)).rejects.toBe(failure);
    expect(seen.map(({ state }) => state)).toEqual(["stopped", "connecting", "stopped"]);
    expect(seen.at(-1)).toEqual({ state: "stopped", error: describeError(failure) });
  });

  test("is stopped after a stop that came before the connection", async () => {
    const { lifecycle } = setUp({ connect: () => new Promise(() => {}) });
    const seen = statusesOf(lifecycle);
    await Promise.allSettled([lifecycle.start(drop), lifecycle.stop()]);
    expect(seen.at(-1)).toEqual({ state: "stopped" });
  });

  test("reaches each listener until it is removed; one that throws stops nothing", async () => {
    const { lifecycle, logger } = setUp();
    lifecycle.onStatus(({ state }) => {
      if (state === "connected") throw new Error("the page is gone");
    });
    const listener = vi.fn<(status: AdapterStatus) => void>();
    const remove = lifecycle.onStatus(listener);
    await lifecycle.start(drop);
    remove();
    await lifecycle.stop();
    expect(listener.mock.calls.map(([{ state }]) => state)).toEqual([
      "stopped",
      "connecting",
      "connected",
    ]);
    expect(logger.lines).toMatchObject([
      { level: "error", message: "Toy: a listener of the status failed" },
    ]);
  });
});
