import {
  createManualClock,
  createMemoryAdapterState,
  createMemoryInbox,
  createMemoryJournal,
  type JournaledOutcome,
  type IncomingMessage,
  type Journal,
} from "@botwright/core";
import { describe, expect, test } from "vitest";
import { incoming } from "./messages.ts";

const KIB = 1024;

/** Begins one host call with an argument of about this number of bytes. */
async function begin(
  journal: Journal,
  callId: string,
  argument: unknown = null,
  sequence = 0,
): Promise<void> {
  await journal.write([{ callId, sequence, operation: "storage.set", args: ["k", argument] }]);
}

const answered = (value: unknown): JournaledOutcome => ({ order: 0, at: 0, ok: true, value });

/** Writes how one host call ended. */
async function settle(
  journal: Journal,
  callId: string,
  sequence: number,
  value: unknown,
): Promise<void> {
  const outcome = answered(value);
  await journal.write([{ callId, sequence, operation: "storage.get", args: ["k"], outcome }]);
}

describe("the memory journal has a bound in bytes", () => {
  test.each([
    ["bytes", () => new Uint8Array(10 * KIB)],
    ["a small view of many bytes", () => new Uint8Array(new ArrayBuffer(10 * KIB), 0, 1)],
    ["a text", () => "x".repeat(5 * KIB)],
    ["JSON", () => ({ list: Array.from({ length: 100 }, () => "y".repeat(50)) })],
    ["keys", () => Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`key ${i}`, i]))],
    ["a list of nothing", () => Array.from({ length: 640 }, () => null)],
  ])("%s: the oldest calls are forgotten first", async (_kind, make) => {
    const journal = createMemoryJournal({ bytes: 64 * KIB });
    for (let call = 0; call < 50; call++) await begin(journal, `call-${call}`, make());
    expect(await journal.read("call-0")).toEqual([]);
    expect(await journal.read("call-49")).toHaveLength(1);
    const kept = await Promise.all(
      Array.from({ length: 50 }, (_, call) => journal.read(`call-${call}`)),
    );
    const count = kept.filter((entries) => entries.length > 0).length;
    expect(count).toBeGreaterThan(1);
    expect(count).toBeLessThan(10);
    expect(kept.slice(-count).every((entries) => entries.length === 1)).toBe(true);
  });

  test("outcomes count too", async () => {
    const journal = createMemoryJournal({ bytes: 64 * KIB });
    for (let call = 0; call < 50; call++) {
      await begin(journal, `call-${call}`);
      await settle(journal, `call-${call}`, 0, new Uint8Array(10 * KIB));
    }
    expect(await journal.read("call-0")).toEqual([]);
    expect(await journal.read("call-49")).toMatchObject([{ outcome: { ok: true } }]);
  });

  test("what is begun or settled again counts once", async () => {
    const journal = createMemoryJournal({ bytes: 64 * KIB });
    await begin(journal, "first");
    for (let round = 0; round < 50; round++) {
      await begin(journal, "again", new Uint8Array(10 * KIB));
      await settle(journal, "again", 0, new Uint8Array(10 * KIB));
    }
    expect(await journal.read("first")).toHaveLength(1);
    expect(await journal.read("again")).toHaveLength(1);
  });

  test("a call that alone is over the bound is forgotten as a whole, and the others stay", async () => {
    const journal = createMemoryJournal({ bytes: 64 * KIB });
    await begin(journal, "large", new Uint8Array(40 * KIB));
    await begin(journal, "large", new Uint8Array(40 * KIB), 1);
    await begin(journal, "large", null, 2);
    await settle(journal, "large", 2, null);
    // A record without its beginning would replay as another run.
    expect(await journal.read("large")).toEqual([]);
    await begin(journal, "small");
    expect(await journal.read("small")).toHaveLength(1);
  });

  test("a call that was forgotten for its age leaves no rest either", async () => {
    const journal = createMemoryJournal({ calls: 1 });
    await begin(journal, "old");
    await begin(journal, "new");
    await begin(journal, "old", null, 1);
    await settle(journal, "old", 0, null);
    expect(await journal.read("old")).toEqual([]);
    expect(await journal.read("new")).toHaveLength(1);
  });

  test("what is cyclic, or nested deeper than any stack, is counted", async () => {
    const journal = createMemoryJournal({ bytes: 64 * KIB });
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    await begin(journal, "cyclic", cyclic);
    expect(await journal.read("cyclic")).toHaveLength(1);
    let deep: unknown[] = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    await begin(journal, "deep", deep);
    expect(await journal.read("deep")).toEqual([]);
  });

  test.each([{ bytes: 0 }, { bytes: -1 }, { bytes: Number.NaN }, { calls: 0 }, { calls: 1.5 }])(
    "%j is refused",
    (options) => {
      expect(() => createMemoryJournal(options)).toThrow(
        expect.objectContaining({ code: "INVALID_INPUT" }),
      );
    },
  );
});

describe("memory adapter state has a bound for what strangers decide", () => {
  test("values with an end make room, oldest first; values without one stay", async () => {
    const state = createMemoryAdapterState({ bytes: 64 * KIB, clock: createManualClock() });
    await state.set("cursor", 1);
    await state.set("session", "s".repeat(100 * KIB));
    for (let id = 0; id < 1000; id++) {
      await state.set(`message ${id}`, "x".repeat(500), { ttlMs: 1000 });
    }
    expect(await state.get("cursor")).toBe(1);
    expect(await state.get("session")).toHaveLength(100 * KIB);
    expect(await state.get("message 0")).toBeUndefined();
    expect(await state.get("message 999")).toHaveLength(500);
    expect(await state.get("message 980")).toHaveLength(500);
  });

  test("a value that is set again, deleted, or made lasting counts no more", async () => {
    const state = createMemoryAdapterState({ bytes: 16 * KIB, clock: createManualClock() });
    await state.set("first", "f", { ttlMs: 1000 });
    for (let round = 0; round < 50; round++) {
      await state.set("again", "x".repeat(5 * KIB), { ttlMs: 1000 });
      await state.set("gone", "x".repeat(KIB), { ttlMs: 1000 });
      await state.delete("gone");
      await state.set("lasting", "x".repeat(KIB), { ttlMs: 1000 });
      await state.set("lasting", "x".repeat(KIB));
    }
    expect(await state.get("first")).toBe("f");
    expect(await state.get("again")).toHaveLength(5 * KIB);
    expect(await state.get("lasting")).toHaveLength(KIB);
  });
});

/** A message of about this number of KiB. */
const large = (id: string, kib = 10): IncomingMessage =>
  incoming({ id, text: "x".repeat((kib * KIB) / 2) });

describe("the memory inbox has bounds for what strangers decide", () => {
  test("accept waits while those that are there hold too many bytes", async () => {
    const inbox = createMemoryInbox({ bytes: 25 * KIB });
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const seen: string[] = [];
    inbox.process(async ({ id }) => {
      await gate;
      seen.push(id);
    });
    const accepted = ["1", "2", "3", "4"].map((id) => inbox.accept(large(id)));
    expect(await accepted[1]).toBe("accepted");
    expect(await Promise.race([accepted[2], Promise.resolve("waiting")])).toBe("waiting");
    openGate();
    expect(await Promise.all(accepted)).toEqual(Array.from({ length: 4 }, () => "accepted"));
    await inbox.drain();
    expect(seen).toEqual(["1", "2", "3", "4"]);
  });

  test("what comes as soon as there is room does not overtake what has waited for it", async () => {
    const inbox = createMemoryInbox({ bytes: 25 * KIB });
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const seen: string[] = [];
    inbox.process(async ({ id }) => {
      seen.push(id);
      // The first one has given its room back in this moment, and the third one is let in.
      if (id === "2") void inbox.accept(incoming({ id: "4" }));
      if (id === "1") await gate;
    });
    const waiting = [large("1", 20), incoming({ id: "2" }), large("3")];
    const accepted = waiting.map((message) => inbox.accept(message));
    expect(await Promise.race([accepted[2], Promise.resolve("waiting")])).toBe("waiting");
    openGate();
    await Promise.all(accepted);
    await inbox.drain();
    expect(seen).toEqual(["1", "2", "3", "4"]);
  });

  test("takes a message larger than the bound alone", async () => {
    const inbox = createMemoryInbox({ bytes: 25 * KIB });
    inbox.process(async () => {});
    expect(await inbox.accept(large("1", 100))).toBe("accepted");
    await inbox.drain();
    expect(await inbox.accept(large("2", 100))).toBe("accepted");
    await inbox.drain();
  });

  test("never more than its capacity are there, however many wait", async () => {
    const inbox = createMemoryInbox({ capacity: 3 });
    let handled = 0;
    let most = 0;
    const settled = new Set<string>();
    inbox.process(async () => {
      most = Math.max(most, settled.size - handled);
      await new Promise((resolve) => setImmediate(resolve));
      handled += 1;
    });
    const ids = Array.from({ length: 40 }, (_, index) => String(index));
    const accepting = ids.map(async (id) => {
      await inbox.accept(incoming({ id, from: id }));
      settled.add(id);
    });
    await Promise.all(accepting);
    await inbox.drain();
    expect(handled).toBe(40);
    expect(most).toBeLessThanOrEqual(3);
  });

  test("beyond those that may wait, and their bytes, a message is refused and may come again", async () => {
    const inbox = createMemoryInbox({ capacity: 1, waiting: 2, bytes: 100 * KIB });
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    inbox.process(() => gate);
    const full = { code: "INBOX_FULL" };
    const accepted = ["1", "2", "3"].map((id) => inbox.accept(incoming({ id })));
    await expect(inbox.accept(incoming({ id: "4" }))).rejects.toMatchObject(full);
    openGate();
    expect(await Promise.all(accepted)).toEqual(Array.from({ length: 3 }, () => "accepted"));
    await inbox.drain();
    expect(await inbox.accept(incoming({ id: "4" }))).toBe("accepted");

    const small = createMemoryInbox({ capacity: 1, bytes: 25 * KIB });
    const waiting = ["1", "2", "3"].map((id) => small.accept(large(id)));
    await expect(small.accept(large("4"))).rejects.toMatchObject(full);
    await expect(small.accept(large("1"))).resolves.toBe("duplicate");
    small.process(async () => {});
    await Promise.all(waiting);
  });

  test("a person with many long messages leaves most of its bytes to others", async () => {
    const inbox = createMemoryInbox({ bytes: 8000 * KIB });
    inbox.process(() => new Promise(() => {}));
    for (let id = 0; id < 500; id++) await inbox.accept(large(String(id)));
    const aside = (await inbox.setAside()).length;
    expect(aside).toBeGreaterThan(350);
    expect(aside).toBeLessThanOrEqual(400);
    expect(await inbox.accept(incoming({ id: "of another", from: "another" }))).toBe("accepted");
  });

  test("what was set aside is forgotten by bytes too, the oldest first", async () => {
    const inbox = createMemoryInbox({ chatMessages: 1, bytes: 45 * KIB });
    await inbox.accept(incoming({ id: "0" }));
    for (const id of ["1", "2", "3", "4", "5"]) await inbox.accept(large(id));
    const kept = (await inbox.setAside()).map((message) => message.incoming.id);
    expect(kept).toEqual(["2", "3", "4", "5"].slice(-kept.length));
    expect(kept.length).toBeGreaterThan(1);
  });

  test("drain() ends when the last that waited for room is a repeat", async () => {
    const inbox = createMemoryInbox({ capacity: 1 });
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    inbox.process(() => gate);
    await inbox.accept(incoming({ id: "1" }));
    const accepted = ["2", "2"].map((id) => inbox.accept(incoming({ id })));
    const drained = inbox.drain();
    openGate();
    expect(await Promise.all(accepted)).toEqual(["accepted", "duplicate"]);
    await drained;
  });

  test("a waiting caller gets an error when it closes", async () => {
    const inbox = createMemoryInbox({ capacity: 1 });
    await inbox.accept(incoming({ id: "1" }));
    const waiting = ["2", "3"].map((id) => inbox.accept(incoming({ id })));
    await inbox.close();
    for (const accepting of waiting) {
      await expect(accepting).rejects.toMatchObject({ code: "INBOX_CLOSED" });
    }
  });

  test("remembers no more ids than its bound", async () => {
    const inbox = createMemoryInbox({ rememberIds: 100 });
    inbox.process(async () => {});
    for (let id = 0; id < 1000; id++) await inbox.accept(incoming({ id: String(id) }));
    expect(await inbox.accept(incoming({ id: "950" }))).toBe("duplicate");
    expect(await inbox.accept(incoming({ id: "1" }))).toBe("accepted");
    await inbox.drain();
  });
});
