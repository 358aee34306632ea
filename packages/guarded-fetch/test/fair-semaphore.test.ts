import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { FairSemaphore, type FairSemaphoreOptions, type Slot } from "../src/load/fair-semaphore.ts";
import { type Internet, openInternet, PUBLIC, rejection } from "./internet.ts";

const never = new AbortController().signal;

function createQueue(own: Partial<FairSemaphoreOptions> = {}): FairSemaphore {
  return new FairSemaphore({
    what: "tests",
    maxActive: 4,
    maxActivePerGroup: 2,
    maxWaiting: 100,
    maxWaitingPerGroup: 50,
    ...own,
  });
}

describe("a fair queue", () => {
  test("starts groups by turns, and each group's work in its order", async () => {
    const queue = createQueue({ maxActive: 1 });
    const order: string[] = [];
    const first = await queue.acquire("z", never);
    const work = ["a1", "a2", "a3", "b1", "c1", "c2"].map(async (name) => {
      const slot = await queue.acquire(name[0], never);
      order.push(name);
      slot.release();
    });
    first.release();
    await Promise.all(work);
    expect(order).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
    expect(queue.counts).toEqual({ active: 0, waiting: 0 });
  });

  test("keeps places free for others than the greedy group", async () => {
    const queue = createQueue();
    const started: string[] = [];
    const start = (group: string): void =>
      void queue.acquire(group, never).then(() => started.push(group));
    for (let n = 0; n < 10; n++) start("greedy");
    start("other");
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual(["greedy", "greedy", "other"]);
  });

  test("keeps a place free whatever few greedy groups hold", async () => {
    const queue = createQueue({ maxActive: 12, maxActivePerGroup: 4 });
    const held: Slot[] = [];
    const started: string[] = [];
    const start = async (group: string): Promise<void> => {
      held.push(await queue.acquire(group, never));
      started.push(group);
    };
    for (const group of ["a", "b", "c", "d"]) for (let n = 0; n < 8; n++) void start(group);
    await new Promise((resolve) => setImmediate(resolve));
    const holds = (group: string): number => started.filter((one) => one === group).length;
    expect(["a", "b", "c", "d"].map(holds)).toEqual([4, 4, 2, 1]);
    await start("honest");
    expect(queue.counts.active).toBe(12);
    // Nothing that waits is forgotten.
    while (held.length > 0) {
      held.shift()?.release();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(started).toHaveLength(33);
  });

  test("ends the oldest of the group that holds most for one that has waited a second with none", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const queue = createQueue({ maxActive: 4, maxActivePerGroup: 4 });
    const ended: string[] = [];
    const begin = async (group: string, name: string): Promise<void> => {
      let slot: Slot | undefined;
      const preempt = (): void => {
        ended.push(name);
        slot?.release();
      };
      slot = await queue.acquire(group, never, { preempt });
    };
    for (const name of ["a1", "a2", "b1", "c1"]) await begin(name.slice(0, 1), name);
    const waiting = Promise.all([begin("d", "d1"), begin("a", "a3").catch(() => {})]);
    vi.advanceTimersByTime(999);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ended).toEqual(["a1"]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(queue.counts).toEqual({ active: 4, waiting: 1 });
    // No group holds more than one now, and a group that holds one has no claim to another.
    vi.advanceTimersByTime(60_000);
    expect(ended).toEqual(["a1"]);
    void waiting;
  });

  test("refuses a group that has filled its own places, and then all", async () => {
    const queue = createQueue({ maxActive: 1, maxWaiting: 3, maxWaitingPerGroup: 2 });
    const aborter = new AbortController();
    const wait = (group: string | undefined): Promise<Slot> => queue.acquire(group, aborter.signal);
    await wait("a");
    const waiting = [wait("a"), wait("a")].map((slot) => slot.catch(() => {}));
    expect(await rejection(wait("a"))).toMatchObject({ code: "FETCH_OVERLOADED" });
    waiting.push(wait("b").catch(() => {}));
    expect(await rejection(wait("c"))).toMatchObject({ code: "FETCH_OVERLOADED" });
    expect(await rejection(wait(undefined))).toMatchObject({ code: "FETCH_OVERLOADED" });
    aborter.abort();
    await Promise.all(waiting);
    expect(queue.counts).toEqual({ active: 1, waiting: 0 });
  });

  test("loses no slot and no place, whatever is acquired, released and aborted", async () => {
    const step = fc.record({
      group: fc.constantFrom("a", "b", "c", undefined),
      action: fc.constantFrom("acquire", "release", "release twice", "abort"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const queue = createQueue({ maxActive: 3, maxWaiting: 8, maxWaitingPerGroup: 3 });
        const slots: Slot[] = [];
        const aborters: AbortController[] = [];
        for (const { group, action } of steps) {
          if (action === "acquire") {
            const aborter = new AbortController();
            aborters.push(aborter);
            queue.acquire(group, aborter.signal).then(
              (slot) => slots.push(slot),
              () => {},
            );
          } else if (action === "abort") aborters.shift()?.abort();
          else {
            const slot = slots.shift();
            slot?.release();
            if (action === "release twice") slot?.release();
          }
          await new Promise((resolve) => setImmediate(resolve));
          expect(queue.counts.active).toBe(slots.length);
          expect(queue.counts.active).toBeLessThanOrEqual(3);
          expect(queue.counts.waiting).toBeLessThanOrEqual(8);
        }
        for (const aborter of aborters) aborter.abort();
        for (const slot of slots.splice(0)) slot.release();
        await new Promise((resolve) => setImmediate(resolve));
        for (const slot of slots.splice(0)) slot.release();
        expect(queue.counts).toEqual({ active: 0, waiting: 0 });
      }),
      { numRuns: 50 },
    );
  });
});

describe("fetches", () => {
  let internet: Internet;
  beforeAll(async () => {
    internet = await openInternet();
    internet.names.set("example.org", PUBLIC.slice(1, 2));
  });
  afterAll(() => internet[Symbol.asyncDispose]());

  test("of a plugin whose servers are slow leave places for the others", async () => {
    internet.sites.set("example.org", () => {});
    const guardedFetch = internet.fetch({ maxFetches: 8, maxFetchesPerGroup: 4 });
    const aborter = new AbortController();
    const before = internet.arrived.length;
    const slow = Array.from({ length: 40 }, () =>
      guardedFetch("https://example.org/", { group: "slow", signal: aborter.signal }).catch(
        (error: unknown) => error,
      ),
    );
    for (let n = 0; n < 10; n++) {
      const response = await guardedFetch("https://example.com/", { group: "quick" });
      expect(await response.text()).toBe("hello");
    }
    const toSlow = internet.arrived
      .slice(before)
      .filter(({ headers }) => headers.host === "example.org");
    expect(toSlow).toHaveLength(4);
    aborter.abort();
    await Promise.all(slow);
  });

  test("that share a signal give their places back when it is aborted", async () => {
    internet.sites.set("example.org", () => {});
    const guardedFetch = internet.fetch({ maxFetches: 1 });
    const aborter = new AbortController();
    const before = internet.arrived.length;
    const fetches = Array.from({ length: 3 }, () =>
      guardedFetch("https://example.org/", { signal: aborter.signal }).catch(() => {}),
    );
    await expect.poll(() => internet.arrived.length).toBe(before + 1);
    aborter.abort();
    await Promise.all(fetches);
    expect(await (await guardedFetch("https://example.com/")).text()).toBe("hello");
  });

  test("of many plugins with silent servers make room for one that has none open", async () => {
    internet.sites.set("example.org", () => {});
    const guardedFetch = internet.fetch({ maxFetches: 8, maxFetchesPerGroup: 4 });
    const aborter = new AbortController();
    const codes: unknown[] = [];
    // One may have 4 open, the next 2, the others 1 each: then all places are taken.
    const silent = ["a", "a", "a", "a", "b", "b", "c", "d"].map((group) =>
      guardedFetch("https://example.org/", { group, signal: aborter.signal }).catch((error) => {
        codes.push(error.code);
      }),
    );
    const response = await guardedFetch("https://example.com/", { group: "quick" });
    expect(await response.text()).toBe("hello");
    expect(codes).toEqual(["FETCH_OVERLOADED"]);
    aborter.abort();
    await Promise.all(silent);
  });

  test("say that they wait for a place, and that they have it", async () => {
    internet.sites.set("example.org", (_request, response) => void response.write("first"));
    const guardedFetch = internet.fetch({ maxFetches: 1 });
    const said: [which: string, isWaiting: boolean][] = [];
    const open = (which: string): Promise<Response> =>
      guardedFetch("https://example.org/", {
        onWaiting: (isWaiting) => void said.push([which, isWaiting]),
      });
    const first = await open("first");
    const second = open("second");
    await expect.poll(() => said).toEqual([["second", true]]);
    await first.body?.cancel();
    await (await second).body?.cancel();
    expect(said).toEqual([
      ["second", true],
      ["second", false],
    ]);
  });

  test("wait for a place until a body is read, cancelled, or has failed", async () => {
    internet.sites.set("example.org", (_request, response) => void response.write("first"));
    const guardedFetch = internet.fetch({ maxFetches: 1 });
    const aborter = new AbortController();
    const first = await guardedFetch("https://example.org/", { signal: aborter.signal });
    const second = guardedFetch("https://example.com/");
    aborter.abort();
    expect((await rejection(first.text())).name).toBe("AbortError");
    expect(await (await second).text()).toBe("hello");
    const third = await guardedFetch("https://example.org/");
    await third.body?.cancel();
    expect(await (await guardedFetch("https://example.com/")).text()).toBe("hello");
    const head = await guardedFetch("https://example.com/", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(await (await guardedFetch("https://example.com/")).text()).toBe("hello");
  });

  test("open no more connections than there are places, however many hosts", async () => {
    const guardedFetch = internet.fetch({ maxFetches: 5 });
    let open = 0;
    let most = 0;
    internet.sites.set("example.com", (_request, response) => {
      most = Math.max(most, ++open);
      setImmediate(() => {
        open--;
        response.end("hello");
      });
    });
    const texts = Array.from({ length: 50 }, async (_, n) => {
      const response = await guardedFetch("https://example.com/", { group: `${n % 10}` });
      return await response.text();
    });
    expect(new Set(await Promise.all(texts))).toEqual(new Set(["hello"]));
    expect(most).toBeLessThanOrEqual(5);
  });
});
