import { createMemoryStorage, type JsonValue, withUpdate } from "@botwright/core";
import { expect, test } from "vitest";

test("a function that is called again sees what others have written meanwhile", async () => {
  const storage = withUpdate(createMemoryStorage().open(1, "poll"));
  const seen: JsonValue[] = [];
  const written = await storage.update("votes", async (votes) => {
    seen.push(votes);
    if (seen.length < 3) await storage.set("votes", seen.length);
    return [votes, "mine"];
  });
  expect(seen).toEqual([null, 1, 2]);
  expect(written).toEqual([2, "mine"]);
  expect(await storage.get("votes")).toEqual([2, "mine"]);
});

test("a function may change the value that it is given", async () => {
  const storage = withUpdate(createMemoryStorage().open(1, "list"));
  await storage.set("list", ["milk"]);
  await storage.update("list", (list) => {
    if (Array.isArray(list)) list.push("bread");
    return list;
  });
  expect(await storage.get("list")).toEqual(["milk", "bread"]);
});

test("what the function throws is what the update rejects with, and nothing is written", async () => {
  const storage = withUpdate(createMemoryStorage().open(1, "list"));
  const update = storage.update("key", () => {
    throw new RangeError("no");
  });
  await expect(update).rejects.toThrow(new RangeError("no"));
  expect(await storage.keys()).toEqual([]);
});

test("a caller that never gets a turn gives up with an error that says so", async () => {
  const storage = withUpdate(createMemoryStorage().open(1, "busy"));
  let others = 0;
  const update = storage.update("key", async () => {
    others += 1;
    await storage.set("key", others);
    return "mine";
  });
  await expect(update).rejects.toMatchObject({
    code: "STORAGE_CONFLICT",
    message: 'storage.update: "key" is written all the time, try again later',
  });
  expect(await storage.get("key")).toBe(others);
});

test("an argument that is no function is refused at once", async () => {
  const storage = withUpdate(createMemoryStorage().open(1, "list"));
  // @ts-expect-error -- as plugins in JavaScript do it
  await expect(storage.update("key", 1)).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    message: "storage.update: the second argument must be a function",
  });
});
