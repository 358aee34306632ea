import { createMemoryStorage, type RunInTurn, type Storage } from "@botwright/core";
import { setImmediate as nextLoop } from "node:timers/promises";
import { expect, test } from "vitest";

/** Methods with the turns that a sandbox passes behind their arguments. */
interface StorageInTurns extends Storage {
  set(key: string, value: string, inTurn?: RunInTurn): Promise<void>;
  compareAndSet(key: string, expected: string, value: string, inTurn?: RunInTurn): Promise<boolean>;
}

/** Each control character is six characters of JSON. */
const LONG = "\u0001".repeat(300_000);

/** Gives each step a turn of the event loop, and keeps the longest text that a step has made. */
function countSteps() {
  const made: number[] = [];
  const inTurn: RunInTurn = async (step) => {
    await nextLoop();
    const value = await step();
    if (typeof value === "string") made.push(value.length);
    return value;
  };
  return { made, inTurn };
}

function openStorage(): StorageInTurns {
  return createMemoryStorage().open(1, "notebook");
}

test("the JSON of a long text is made in steps", async () => {
  const storage = openStorage();
  const { made, inTurn } = countSteps();
  await storage.set("text", LONG, inTurn);
  expect(await storage.get("text")).toBe(LONG);
  // Five pieces, and all of them joined.
  expect(made).toHaveLength(6);
  made.length = 0;
  expect(await storage.compareAndSet("text", LONG, `${LONG}!`, inTurn)).toBe(true);
  expect(await storage.get("text")).toBe(`${LONG}!`);
  // The one that is expected, and the one that is written.
  expect(made).toHaveLength(12);
});

test("what is called while the JSON is being made is done after the write, in order", async () => {
  const storage = openStorage();
  const { inTurn } = countSteps();
  const settled: string[] = [];
  const note = async <Value>(name: string, call: Promise<Value>): Promise<Value> => {
    const value = await call;
    settled.push(name);
    return value;
  };
  const calls = [
    note("long", storage.set("a", LONG, inTurn)),
    note("read", storage.get("a")),
    note("longer", storage.set("a", `${LONG}!`, inTurn)),
    note("short", (storage.forEffect?.("run/1") ?? storage).set("a", "short")),
    note("other", storage.set("b", "tea")),
    note("keys", storage.keys()),
    note("swapped", storage.compareAndSet("a", "short", "swapped")),
    note("deleted", storage.delete("b")),
    note("left", storage.keys()),
  ];
  const [, read, , , , keys, isSwapped, , left] = await Promise.all(calls);
  expect({ isLong: read === LONG, keys, isSwapped, left }).toEqual({
    isLong: true,
    keys: ["a", "b"],
    isSwapped: true,
    left: ["a"],
  });
  expect(await storage.get("a")).toBe("swapped");
  expect(settled.slice(0, 3)).toEqual(["long", "read", "longer"]);
});

test("a text that is refused holds nothing up", async () => {
  const storage = openStorage();
  const { made, inTurn } = countSteps();
  const tooLong = storage.set("a", "x".repeat(2_000_000), inTurn);
  const short = storage.set("a", "short");
  await expect(tooLong).rejects.toMatchObject({ code: "STORAGE_VALUE_TOO_LARGE" });
  await short;
  expect(made).toEqual([]);
  expect(await storage.get("a")).toBe("short");
});
