import {
  createWebhookHandler,
  createInboundPipeline,
  createMediaReferences,
  type WebhookHandlerOptions,
  WebhookRejection,
} from "@botwright/adapter-kit";
import { createRecordingLogger } from "@botwright/adapter-kit/contract";
import { createManualClock, createMemoryAdapterState } from "@botwright/core";
import { expect, test } from "vitest";

const accept = async (): Promise<boolean> => true;

function setUp(options: Partial<WebhookHandlerOptions>) {
  const logger = createRecordingLogger();
  const clock = createManualClock();
  const common = { service: "Toy", logger, clock };
  const seal = { service: "Toy", state: createMemoryAdapterState(), stateKey: "toy.seal" };
  const references = createMediaReferences(seal);
  const inbound = createInboundPipeline({ ...common, references, sink: async () => {} });
  const callback = createWebhookHandler({ ...common, inbound, receive: accept, ...options });
  const post = async (body: ReadableStream | string | null = "{}"): Promise<number> => {
    const init = { method: "POST", body, duplex: "half" } as const;
    return (await callback.handle(new Request("http://localhost/", init))).status;
  };
  return { callback, post, logger, clock };
}

test("the outcome decides the answer", async () => {
  expect(await setUp({ receive: accept }).post()).toBe(200);
  expect(await setUp({ receive: async () => false }).post()).toBe(503);
  expect(await setUp({ receive: async () => Response.json(1, { status: 202 }) }).post()).toBe(202);
  const fails = setUp({ receive: () => Promise.reject(new Error("no space left")) });
  expect(await fails.post()).toBe(500);
  expect(JSON.stringify(fails.logger.lines)).toContain("no space left");
});

test("the reason of a refusal goes to the log only", async () => {
  const { callback, logger } = setUp({
    receive: () => Promise.reject(new WebhookRejection(401, "a wrong signature")),
  });
  const response = await callback.handle(new Request("http://localhost/", { method: "POST" }));
  expect([response.status, await response.text()]).toEqual([401, ""]);
  expect(logger.lines).toMatchObject([{ message: expect.stringContaining("a wrong signature") }]);
  const get = await callback.handle(new Request("http://localhost/"));
  expect(get.status).toBe(405);
});

test("a success may have a body", async () => {
  const { callback } = setUp({ success: "{}" });
  const response = await callback.handle(new Request("http://localhost/", { method: "POST" }));
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.text()).toBe("{}");
});

test("a receiver may read less of a body than the handler allows, and never more", async () => {
  let most = 4;
  const { post } = setUp({
    maxBytes: 10,
    async receive(_request, readBody) {
      await readBody(most);
      return true;
    },
  });
  expect(await post("12345")).toBe(413);
  most = 5;
  expect(await post("12345")).toBe(200);
  most = 100;
  expect(await post("12345678901")).toBe(413);
});

test("bodies are limited, and may break off", async () => {
  let got = "";
  const { post } = setUp({
    maxBytes: 10,
    async receive(_request, readBody) {
      got = Buffer.from(await readBody()).toString();
      return true;
    },
  });
  expect(await post("0123456789")).toBe(200);
  expect(got).toBe("0123456789");
  expect(await post("0123456789a")).toBe(413);
  expect(await post(null)).toBe(200);
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error("cut")) });
  expect(await post(broken)).toBe(400);
});

test("a stop waits for answers that are on their way, but not for ever", async () => {
  const gate = Promise.withResolvers<boolean>();
  const { callback, post, clock } = setUp({ receive: () => gate.promise });
  const first = post();
  const stopped = callback.stop();
  expect(await post()).toBe(503);
  gate.resolve(true);
  await stopped;
  expect(await first).toBe(200);
  const hanging = setUp({ receive: () => new Promise(() => {}) });
  void hanging.post();
  const stopping = hanging.callback.stop();
  await new Promise((resolve) => setImmediate(resolve));
  hanging.clock.advance(1000);
  await stopping;
  clock.advance(0);
});
