import {
  createInboundPipeline,
  createMediaReferences,
  type InboundPipelineOptions,
} from "@botwright/adapter-kit";
import { createRecordingLogger } from "@botwright/adapter-kit/contract";
import { createManualClock, createMemoryAdapterState, type IncomingMessage } from "@botwright/core";
import { describe, expect, test, vi } from "vitest";

function message(id: string, from = "ann"): IncomingMessage {
  return {
    id,
    message: {
      type: "text",
      text: id,
      from,
      to: "bot",
      timestamp: 1,
      contextToken: "",
      messageId: 1,
      raw: {},
    },
  };
}

/** Lets everything run that does not wait for the clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

/** A sink whose messages are accepted or refused one by one, by hand. */
function setUp(options: Partial<InboundPipelineOptions> = {}) {
  const clock = createManualClock();
  const logger = createRecordingLogger();
  const open = new Map<string, PromiseWithResolvers<void>>();
  const seen: string[] = [];
  const inbound = createInboundPipeline({
    service: "Toy",
    references: createMediaReferences({
      service: "Toy",
      state: createMemoryAdapterState(),
      stateKey: "toy.seal",
    }),
    logger,
    clock,
    sink({ id }) {
      seen.push(id);
      const gate = Promise.withResolvers<void>();
      open.set(id, gate);
      return gate.promise;
    },
    ...options,
  });
  return { inbound, clock, logger, seen, gate: (id: string) => open.get(id) };
}

describe("accept", () => {
  test("leaves out what is nested too deeply to be stored, and keeps the rest", async () => {
    const received: IncomingMessage[] = [];
    const { inbound } = setUp({ sink: async (one) => void received.push(one) });
    let deep: unknown = "the bottom";
    for (let level = 0; level < 10_000; level++) deep = level % 2 === 0 ? [deep] : { deep };
    const one = message("1");
    Object.assign(one.message, {
      raw: { id: 7, deep },
      quotedMessage: { title: "t", text: "q", item: { deep, a: [1] } },
    });
    await inbound.acceptAll([one, message("2")]);
    expect(received.map(({ id }) => id)).toEqual(["1", "2"]);
    const [bounded] = received;
    expect(JSON.stringify(bounded)).not.toContain("the bottom");
    expect(bounded?.message).toMatchObject({
      text: "1",
      raw: { id: 7, deep: { deep: [{ deep: [{}] }] } },
      quotedMessage: { text: "q", item: { a: [1] } },
    });
  });

  test("drops a message whose id or sender is none, and goes on", async () => {
    const received: string[] = [];
    const { inbound, logger } = setUp({ sink: async ({ id }) => void received.push(id) });
    const [long, longest] = ["x".repeat(501), "x".repeat(500)];
    await inbound.acceptAll([message(long), message("1", long), message(longest, longest)]);
    expect(received).toEqual([longest]);
    expect(JSON.stringify(logger.lines)).toContain("its sender is too long");
  });

  test("cuts texts that no person writes, between characters, and leaves others as they are", async () => {
    const received: IncomingMessage[] = [];
    const { inbound } = setUp({ sink: async (one) => void received.push(one) });
    const longest = "x".repeat(262_144);
    const kept = message("1");
    kept.message = { ...kept.message, text: longest, textWithQuote: longest };
    const long = message("2");
    // The last character before the limit has its second half behind it.
    const split = `${longest.slice(1)}😀`;
    const media = { encrypt_query_param: "" };
    Object.assign(long.message, {
      text: split,
      textWithQuote: `${longest}x`,
      quotedMessage: { title: "t", text: longest.repeat(9), item: { a: 1 } },
      voice: { playtime: 1, text: `${longest}x`, media },
    });
    await inbound.acceptAll([kept, long]);
    expect(received[0]).toBe(kept);
    expect(received[1]?.message).toEqual({
      ...long.message,
      text: longest.slice(1),
      textWithQuote: longest,
      quotedMessage: { title: "t", text: longest, item: { a: 1 } },
      voice: { playtime: 1, text: longest, media },
    });
  });

  test("resolves when the sink has the message; what it throws comes through", async () => {
    const { inbound, gate } = setUp();
    const [one, two] = [inbound.accept(message("1")), inbound.accept(message("2"))];
    await settle();
    gate("1")?.resolve();
    gate("2")?.reject(new Error("no space left"));
    expect(await one).toBe(true);
    await expect(two).rejects.toThrow("no space left");
  });

  test("starts a person's messages in order, none of which waits until another is accepted", async () => {
    const { inbound, seen } = setUp();
    const slow = Promise.withResolvers<IncomingMessage>();
    void inbound.accept(message("1"), () => slow.promise);
    void inbound.accept(message("2"));
    void inbound.accept(message("3", "bob"));
    await settle();
    expect(seen).toEqual(["3"]);
    slow.resolve(message("1"));
    await settle();
    expect(seen).toEqual(["3", "1", "2"]);
  });

  test("a repeat of a message in flight joins it; a later repeat reaches the sink", async () => {
    const { inbound, seen, gate } = setUp();
    const both = [inbound.accept(message("1")), inbound.accept(message("1"))];
    await settle();
    gate("1")?.resolve();
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(seen).toEqual(["1"]);
    const later = inbound.accept(message("1"));
    await settle();
    // The inbox says "duplicate", which resolves as well: the platform is acknowledged.
    gate("1")?.resolve();
    expect(await later).toBe(true);
    expect(seen).toEqual(["1", "1"]);
  });

  test("hands over again what was refused", async () => {
    const { inbound, seen, gate } = setUp();
    const first = inbound.accept(message("1"));
    await settle();
    gate("1")?.reject(new Error("no"));
    await expect(first).rejects.toThrow("no");
    void inbound.accept(message("1"));
    await settle();
    expect(seen).toEqual(["1", "1"]);
  });

  test("a message whose preparation fails goes on as it is", async () => {
    const { inbound, seen, logger } = setUp();
    void inbound.accept(message("1"), () => Promise.reject(new Error("no disk")));
    await settle();
    expect(seen).toEqual(["1"]);
    expect(JSON.stringify(logger.lines)).toContain("no disk");
  });

  test("gives up when the platform has lost its patience; the repeat joins", async () => {
    const { inbound, clock, seen, gate } = setUp({ answerMs: 4500 });
    const late = inbound.accept(message("1"));
    clock.advance(4500);
    expect(await late).toBe(false);
    const repeat = inbound.accept(message("1"));
    await settle();
    gate("1")?.resolve();
    expect(await repeat).toBe(true);
    expect(seen).toEqual(["1"]);
  });

  test("a rejection after the answer is handled", async () => {
    const { inbound, clock, gate } = setUp({ answerMs: 4500 });
    const late = inbound.accept(message("1"));
    clock.advance(4500);
    expect(await late).toBe(false);
    gate("1")?.reject(new Error("too late"));
    await settle();
  });
});

describe("acceptAll", () => {
  test("hands over a batch and waits for all of it", async () => {
    const { inbound, gate } = setUp();
    const ended = vi.fn<(outcome: unknown) => void>();
    const batch = inbound.acceptAll([message("1"), message("2", "bob")]);
    void batch.then(ended, ended);
    await settle();
    gate("1")?.reject(new Error("no"));
    await settle();
    expect(ended).not.toHaveBeenCalled();
    gate("2")?.resolve();
    await expect(batch).rejects.toThrow("no");
    expect(await inbound.acceptAll([])).toBe(true);
  });
});

describe("stop", () => {
  test("waits for what is under way, but not for a sink that hangs", async () => {
    const { inbound, clock, seen, gate } = setUp();
    const [quick, hanging] = [inbound.accept(message("1")), inbound.accept(message("2", "bob"))];
    await settle();
    const stopping = inbound.stop();
    gate("1")?.resolve();
    expect(await quick).toBe(true);
    clock.advance(1000);
    await stopping;
    expect(await hanging).toBe(false);
    expect(await inbound.accept(message("3"))).toBe(false);
    expect(seen).toEqual(["1", "2"]);
  });
});
