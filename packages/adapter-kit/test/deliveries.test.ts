import {
  createDeliveries,
  createMediaReferences,
  type DeliveriesOptions,
} from "@botwright/adapter-kit";
import { createRecordingLogger } from "@botwright/adapter-kit/contract";
import {
  type AdapterState,
  createManualClock,
  createMemoryAdapterState,
  type IncomingMessage,
} from "@botwright/core";
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

/** A sink whose messages are taken or refused one by one, by hand. */
function setUp(options: Partial<DeliveriesOptions> = {}) {
  const clock = createManualClock();
  const logger = createRecordingLogger();
  const open = new Map<string, PromiseWithResolvers<void>>();
  const seen: string[] = [];
  const deliveries = createDeliveries({
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
  return { deliveries, clock, logger, seen, gate: (id: string) => open.get(id) };
}

describe("take", () => {
  test("resolves when the sink has the message; what it throws comes through", async () => {
    const { deliveries, gate } = setUp();
    const [one, two] = [deliveries.take(message("1")), deliveries.take(message("2"))];
    await settle();
    gate("1")?.resolve();
    gate("2")?.reject(new Error("no space left"));
    expect(await one).toBe(true);
    await expect(two).rejects.toThrow("no space left");
  });

  test("starts a person's messages in order, none of which waits for another to be taken", async () => {
    const { deliveries, seen } = setUp();
    const slow = Promise.withResolvers<IncomingMessage>();
    void deliveries.take(message("1"), () => slow.promise);
    void deliveries.take(message("2"));
    void deliveries.take(message("3", "bob"));
    await settle();
    expect(seen).toEqual(["3"]);
    slow.resolve(message("1"));
    await settle();
    expect(seen).toEqual(["3", "1", "2"]);
  });

  test("joins a repeat, and does not hand over again what was taken", async () => {
    const { deliveries, seen, gate } = setUp();
    const both = [deliveries.take(message("1")), deliveries.take(message("1"))];
    await settle();
    gate("1")?.resolve();
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(await deliveries.take(message("1"))).toBe(true);
    expect(seen).toEqual(["1"]);
  });

  test("hands over again what was refused", async () => {
    const { deliveries, seen, gate } = setUp();
    const first = deliveries.take(message("1"));
    await settle();
    gate("1")?.reject(new Error("no"));
    await expect(first).rejects.toThrow("no");
    void deliveries.take(message("1"));
    await settle();
    expect(seen).toEqual(["1", "1"]);
  });

  test("a message whose preparation fails goes on as it is", async () => {
    const { deliveries, seen, logger } = setUp();
    void deliveries.take(message("1"), () => Promise.reject(new Error("no disk")));
    await settle();
    expect(seen).toEqual(["1"]);
    expect(JSON.stringify(logger.lines)).toContain("no disk");
  });

  test("gives up when the platform has lost its patience; the repeat joins", async () => {
    const { deliveries, clock, seen, gate } = setUp({ answerMs: 4500 });
    const late = deliveries.take(message("1"));
    clock.advance(4500);
    expect(await late).toBe(false);
    const repeat = deliveries.take(message("1"));
    await settle();
    gate("1")?.resolve();
    expect(await repeat).toBe(true);
    expect(seen).toEqual(["1"]);
  });

  test("a rejection after the answer belongs to nobody", async () => {
    const { deliveries, clock, gate } = setUp({ answerMs: 4500 });
    const late = deliveries.take(message("1"));
    clock.advance(4500);
    expect(await late).toBe(false);
    gate("1")?.reject(new Error("too late"));
    await settle();
  });
});

describe("takeAll", () => {
  test("hands over a batch and waits for all of it", async () => {
    const { deliveries, gate } = setUp();
    const ended = vi.fn<(outcome: unknown) => void>();
    const batch = deliveries.takeAll([message("1"), message("2", "bob")]);
    void batch.then(ended, ended);
    await settle();
    gate("1")?.reject(new Error("no"));
    await settle();
    expect(ended).not.toHaveBeenCalled();
    gate("2")?.resolve();
    await expect(batch).rejects.toThrow("no");
    expect(await deliveries.takeAll([])).toBe(true);
  });
});

describe("stop", () => {
  test("waits for what is under way, but not for a sink that hangs", async () => {
    const { deliveries, clock, seen, gate } = setUp();
    const [quick, hanging] = [deliveries.take(message("1")), deliveries.take(message("2", "bob"))];
    await settle();
    const stopping = deliveries.stop();
    gate("1")?.resolve();
    expect(await quick).toBe(true);
    clock.advance(1000);
    await stopping;
    expect(await hanging).toBe(false);
    expect(await deliveries.take(message("3"))).toBe(false);
    expect(seen).toEqual(["1", "2"]);
  });
});

const taking = (state: AdapterState) => setUp({ taken: { state, prefix: "toy.taken." } });
const broken = (): Promise<never> => Promise.reject(new Error("the disk is gone"));

describe("what was taken is known over restarts", () => {
  test("for a day", async () => {
    const clock = createManualClock();
    const state = createMemoryAdapterState({ clock });
    const first = taking(state);
    const taken = first.deliveries.take(message("1"));
    await settle();
    first.gate("1")?.resolve();
    await taken;
    const second = taking(state);
    expect(await second.deliveries.take(message("1"))).toBe(true);
    expect(second.seen).toEqual([]);
    clock.advance(24 * 3600 * 1000);
    const third = taking(state);
    void third.deliveries.take(message("1"));
    await settle();
    expect(third.seen).toEqual(["1"]);
  });

  test("unless the state fails, which loses nothing and is logged", async () => {
    const { deliveries, gate, logger } = taking({
      get: broken,
      set: broken,
      setIfAbsent: broken,
      delete: broken,
    });
    const taken = deliveries.take(message("1"));
    await settle();
    gate("1")?.resolve();
    expect(await taken).toBe(true);
    expect(logger.lines).toHaveLength(2);
  });
});
