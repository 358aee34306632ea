import { createReceiving, type ReceivingOptions, type Transport } from "@botwright/adapter-kit";
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

function setUp(options: Partial<ReceivingOptions> = {}) {
  const logger = createRecordingLogger();
  const onFailure = vi.fn<(error: unknown) => void>();
  const transport = {
    stop: vi.fn<Transport["stop"]>(() => Promise.resolve()),
    handle: async () => new Response("hello"),
  };
  const receiving = createReceiving({
    service: "Toy",
    connect: async () => transport,
    advice: "wind it up",
    logger,
    onFailure,
    ...options,
  });
  const status = async (): Promise<number> =>
    (await receiving.handle(new Request("http://localhost/"))).status;
  return { receiving, transport, logger, onFailure, status };
}

test("starts once, stops, and starts again", async () => {
  const onStop = vi.fn<() => void>();
  const { receiving, transport, status } = setUp({ onStop });
  expect(await status()).toBe(503);
  await receiving.start(drop);
  expect(await status()).toBe(200);
  await expect(receiving.start(drop)).rejects.toMatchObject({ code: "ALREADY_STARTED" });
  await receiving.stop();
  expect(await status()).toBe(503);
  await receiving.start(drop);
  await receiving.stop();
  expect(transport.stop).toHaveBeenCalledTimes(2);
  expect(onStop).toHaveBeenCalledTimes(2);
});

test("a start that fails can be tried again", async () => {
  let tries = 0;
  const { receiving, transport } = setUp({
    async connect() {
      if (tries++ === 0) throw new Error("refused");
      return transport;
    },
  });
  await expect(receiving.start(drop)).rejects.toThrow("refused");
  await receiving.start(drop);
});

test("stops at the same time are one, and a start waits for them", async () => {
  const gate = Promise.withResolvers<void>();
  const { receiving, transport } = setUp();
  transport.stop.mockImplementationOnce(() => gate.promise);
  await receiving.start(drop);
  const stops = [receiving.stop(), receiving.stop()];
  const started = vi.fn<() => void>();
  const starting = receiving.start(drop).then(started);
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
  const { receiving, transport } = setUp({
    connect(given) {
      late = given;
      return gate.promise;
    },
  });
  const [start] = await Promise.allSettled([receiving.start(sink), receiving.stop()]);
  expect(start).toMatchObject({ status: "rejected", reason: ABORTED });
  gate.resolve(transport);
  await vi.waitFor(() => expect(transport.stop).toHaveBeenCalledOnce());
  // What came meanwhile is not acknowledged.
  await expect(late(MESSAGE)).rejects.toMatchObject(ABORTED);
  expect(sink).not.toHaveBeenCalled();
});

test("a failure is told once a start, and only while it runs", async () => {
  const { receiving, logger, onFailure } = setUp();
  receiving.fail(new Error("before"));
  await receiving.start(drop);
  receiving.fail(new Error("one"));
  receiving.fail(new Error("two"));
  await receiving.stop();
  receiving.fail(new Error("after"));
  await receiving.start(drop);
  receiving.fail(new Error("three"));
  expect(onFailure.mock.calls.flat().map(String)).toEqual(["Error: one", "Error: three"]);
  expect(logger.lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
    "error Toy: the platform refuses the bot; wind it up",
    "error Toy: the platform refuses the bot; wind it up",
  ]);
});
