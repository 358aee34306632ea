import { beforeEach, expect, test } from "vitest";
import { createHashQueue, type HashQueue } from "../src/auth/hash-queue.ts";

let queue: HashQueue;
/** Ends the hashes that run, by name, in the order in which they began. */
let running: Map<string, () => void>;
beforeEach(() => {
  queue = createHashQueue();
  running = new Map();
});

/** A hash that a test ends. */
function hash(client: string, name: string): Promise<string> {
  return queue.run(client, async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.set(name, resolve);
    await promise;
    running.delete(name);
    return name;
  });
}

/** Lets what has been granted begin. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Ends what runs until nothing is left. */
async function drain(): Promise<void> {
  for (await settled(); running.size > 0; await settled())
    for (const end of running.values()) end();
}

test("two hashes run at once, and a client with many has one of them", async () => {
  const all = [hash("ann", "a1"), hash("ann", "a2"), hash("ben", "b1"), hash("cleo", "c1")];
  await settled();
  expect([...running.keys()]).toEqual(["a1", "b1"]);
  running.get("b1")?.();
  await settled();
  expect([...running.keys()]).toEqual(["a1", "c1"]);
  await drain();
  expect(await Promise.all(all)).toEqual(["a1", "a2", "b1", "c1"]);
});

test("ten hashes of a client wait; one more is refused, and another client's is not", async () => {
  const all = Array.from({ length: 11 }, (_, number) => hash("ann", `a${number}`));
  await expect(hash("ann", "more")).rejects.toMatchObject({ code: "LOGINS_BUSY" });
  all.push(hash("ben", "b"));
  await drain();
  expect(await Promise.all(all)).toHaveLength(12);
  const again = hash("ann", "again");
  await drain();
  expect(await again).toBe("again");
});

test("fifty hashes wait in all; one more is refused", async () => {
  const all = Array.from({ length: 52 }, (_, number) => hash(`client ${number}`, `${number}`));
  await expect(hash("ann", "more")).rejects.toMatchObject({ code: "LOGINS_BUSY" });
  await drain();
  expect(await Promise.all(all)).toHaveLength(52);
});

test("a hash that fails makes room", async () => {
  const failing = ["ann", "ben", "cleo"].map((client) =>
    queue.run(client, () => Promise.reject(new Error("no memory"))),
  );
  for (const one of failing) await expect(one).rejects.toThrow("no memory");
  const next = hash("ann", "next");
  await drain();
  expect(await next).toBe("next");
});
