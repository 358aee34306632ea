import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type Clock,
  createManualClock,
  createMemoryAdapterState,
  createMemoryInbox,
  createMemoryJournal,
  createMemoryKeyValueStore,
  createMemoryStorage,
} from "@botwright/core";
import {
  adapterStateContract,
  inboxContract,
  journalContract,
  keyValueStoreContract,
  storageContract,
} from "@botwright/core/contract";
import { describe, expect, test } from "vitest";
import { incoming } from "./messages.ts";

describe.each([
  { port: "storage", cases: storageContract(() => createMemoryStorage()) },
  { port: "key-value store", cases: keyValueStoreContract(() => createMemoryKeyValueStore()) },
  {
    port: "inbox",
    cases: inboxContract(({ attempts, firstMs, ...bounds }) =>
      createMemoryInbox({ retry: { attempts, firstMs }, ...bounds }),
    ),
  },
  { port: "journal", cases: journalContract(() => createMemoryJournal()) },
  {
    port: "adapter state",
    cases: adapterStateContract(
      () => createManualClock(),
      (clock) => createMemoryAdapterState({ clock }),
    ),
  },
])("memory $port", ({ cases }) => {
  test.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe("memory inbox, beyond the contract", () => {
  test("accept waits when it is full, and keeps the order of those who wait", async () => {
    const inbox = createMemoryInbox({ capacity: 2 });
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const seen: string[] = [];
    inbox.process(async ({ id }) => {
      await gate;
      seen.push(id);
    });
    const accepted = ["1", "2", "3", "4", "5"].map((id) => inbox.accept(incoming({ id })));
    expect(await Promise.race([accepted[2], Promise.resolve("waiting")])).toBe("waiting");
    openGate();
    await Promise.all(accepted);
    await inbox.drain();
    expect(seen).toEqual(["1", "2", "3", "4", "5"]);
  });

  test("forgets an id after the given time", async () => {
    const clock = createManualClock();
    const inbox = createMemoryInbox({ rememberMs: 1000, clock });
    await inbox.accept(incoming({ id: "1" }));
    clock.advance(999);
    expect(await inbox.accept(incoming({ id: "1" }))).toBe("duplicate");
    clock.advance(1);
    expect(await inbox.accept(incoming({ id: "1" }))).toBe("accepted");
  });

  test("pauses twice as long before each further attempt, for a minute at most", async () => {
    const pauses: number[] = [];
    // Each pause is over as soon as it begins.
    const clock: Clock = {
      now: () => 0,
      after(ms, callback) {
        pauses.push(ms);
        queueMicrotask(callback);
        return () => {};
      },
    };
    const inbox = createMemoryInbox({ clock, retry: { attempts: 10 } });
    inbox.process(async () => {
      throw new Error("not yet");
    });
    await inbox.accept(incoming({ id: "1" }));
    await inbox.drain();
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  test("keeps the process alive while a message waits to be tried again", async () => {
    const before = timersThatHold();
    const clock = createManualClock();
    const inbox = createMemoryInbox({ clock });
    let attempts = 0;
    inbox.process(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error("the database is away");
    });
    await inbox.accept(incoming());
    await nextTurn();
    expect({ attempts, held: timersThatHold() }).toEqual({ attempts: 1, held: before + 1 });
    clock.advance(500);
    await inbox.drain();
    expect({ attempts, held: timersThatHold() }).toEqual({ attempts: 2, held: before });
  });
});

function timersThatHold(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
}

test("the memory journal keeps the newest calls", async () => {
  const journal = createMemoryJournal({ calls: 2 });
  for (const callId of ["a", "b", "c"]) {
    await journal.write([{ callId, sequence: 0, operation: "storage.keys", args: [] }]);
  }
  expect(await journal.read("a")).toEqual([]);
  expect(await journal.read("c")).toHaveLength(1);
});

test("memory storage refuses what JSON cannot hold", async () => {
  const storage = createMemoryStorage().open(1, "notes");
  const circular: Record<string, never> = {};
  Object.assign(circular, { self: circular });
  await expect(storage.set("a", circular)).rejects.toMatchObject({ code: "STORAGE_INVALID_VALUE" });
  expect(await storage.keys()).toEqual([]);
});
