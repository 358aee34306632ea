import {
  createAdapterLifecycle,
  type AdapterLifecycleOptions,
  type Transport,
} from "@botwright/adapter-kit";
import { createRecordingLogger } from "@botwright/adapter-kit/contract";
import type { IncomingMessage, MessageSink } from "@botwright/core";
import { expect, test, vi } from "vitest";

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

function setUp(options: Partial<AdapterLifecycleOptions> = {}) {
  const logger = createRecordingLogger();
  const onFailure = vi.fn<(error: unknown) => void>();
  const transport = {
    stop: vi.fn<Transport["stop"]>(() => Promise.resolve()),
    handle: async () => new Response("hello"),
  };
  const lifecycle = createAdapterLifecycle({
    service: "Toy",
    connect: async () => transport,
    advice: "wind it up",
    logger,
    onFailure,
    ...options,
  });
  const status = async (): Promise<number> =>
    (await lifecycle.handle(new Request("http://localhost/"))).status;
  return { lifecycle, transport, logger, onFailure, status };
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

test("a failure is told once a start, and only while it runs", async () => {
  const { lifecycle, logger, onFailure } = setUp();
  lifecycle.fail(new Error("before"));
  await lifecycle.start(drop);
  lifecycle.fail(new Error("one"));
  lifecycle.fail(new Error("two"));
  await lifecycle.stop();
  lifecycle.fail(new Error("after"));
  await lifecycle.start(drop);
  lifecycle.fail(new Error("three"));
  expect(onFailure.mock.calls.flat().map(String)).toEqual(["Error: one", "Error: three"]);
  expect(logger.lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
    "error Toy: the platform refuses the bot; wind it up",
    "error Toy: the platform refuses the bot; wind it up",
  ]);
});
