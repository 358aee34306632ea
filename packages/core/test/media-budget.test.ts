import { setImmediate as nextTurn } from "node:timers/promises";
import { createMediaBudget, type ImageItem, type MediaReservation } from "@botwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pass, plugin, setUp } from "./dispatching.ts";
import { incoming } from "./messages.ts";

const [ANN, BOB] = [1, 2];

/** A budget with a list of what it has granted, by name. */
function openBudget(bytes: number): {
  granted: string[];
  ask: (userId: number, asked: number, name: string) => Promise<void>;
  /** Changes what was granted, and lets others take what is free then. */
  resize: (name: string, to: number) => Promise<void>;
  release: (name: string) => Promise<void>;
} {
  const budget = createMediaBudget({ bytes });
  const granted: string[] = [];
  const open = new Map<string, MediaReservation>();
  return {
    granted,
    async ask(userId: number, asked: number, name: string): Promise<void> {
      const reservation = await budget.reserve(userId, asked);
      granted.push(name);
      open.set(name, reservation);
    },
    async resize(name: string, to: number): Promise<void> {
      open.get(name)?.resize(to);
      await nextTurn();
    },
    async release(name: string): Promise<void> {
      open.get(name)?.release();
      await nextTurn();
    },
  };
}

test("media wait for their bytes, those of an account in order, until others are released", async () => {
  const { granted, ask, resize, release } = openBudget(120);
  const asked = ["a", "b", "c", "d", "e", "f"].map((name) => ask(ANN, 20, name));
  await nextTurn();
  // Alone, an account uses half.
  expect(granted).toEqual(["a", "b", "c"]);
  await resize("a", 1);
  expect(granted).toEqual(["a", "b", "c", "d"]);
  await release("b");
  // Once is enough.
  await release("b");
  expect(granted).toEqual(["a", "b", "c", "d", "e"]);
  await release("c");
  await Promise.all(asked);
});

test("the first medium of an account is not behind those of another one that wait", async () => {
  const { granted, ask } = openBudget(100);
  for (let number = 0; number < 10; number++) void ask(ANN, 20, `ann ${number}`);
  await ask(BOB, 20, "bob");
  expect(granted).toEqual(["ann 0", "ann 1", "ann 2", "bob"]);
});

test("a medium that is larger than the budget has it alone", async () => {
  const { granted, ask, release } = openBudget(100);
  await ask(ANN, 10, "small");
  const large = ask(BOB, 5000, "large");
  await nextTurn();
  expect(granted).toEqual(["small"]);
  await release("small");
  await large;
  void ask(ANN, 10, "next");
  await nextTurn();
  expect(granted).toEqual(["small", "large"]);
  await release("large");
  expect(granted).toEqual(["small", "large", "next"]);
});

test("the bound holds, and every medium is granted in the end, those of an account in order", async () => {
  const wish = fc.record({ userId: fc.nat(3), bytes: fc.integer({ min: 1, max: 60 }) });
  const wishes = fc.array(wish, { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(wishes, fc.infiniteStream(fc.nat()), async (asked, picks) => {
      const { granted, ask, release } = openBudget(100);
      for (const [place, { userId, bytes }] of asked.entries()) {
        void ask(userId, bytes, String(place));
      }
      await nextTurn();
      const released = new Set<string>();
      for (let open = [...granted]; open.length > 0;) {
        const sum = open.reduce((all, name) => all + (asked[Number(name)]?.bytes ?? 0), 0);
        expect(sum).toBeLessThanOrEqual(100);
        const ended = open[(picks.next().value ?? 0) % open.length] ?? "";
        released.add(ended);
        await release(ended);
        open = granted.filter((name) => !released.has(name));
      }
      expect(granted).toHaveLength(asked.length);
      for (const own of Map.groupBy(granted, (name) => asked[Number(name)]?.userId).values()) {
        expect(own).toEqual(own.toSorted((x, y) => Number(x) - Number(y)));
      }
    }),
  );
});

test.each([0, -1, 1.5])("a budget of %d bytes is refused", (bytes) => {
  expect(() => createMediaBudget({ bytes })).toThrow(
    expect.objectContaining({ code: "INVALID_INPUT" }),
  );
});

test("a misspelt option is refused, in whose place the default would hold", () => {
  expect(() => Reflect.apply(createMediaBudget, undefined, [{ byte: 5 }])).toThrow(
    expect.objectContaining({
      code: "INVALID_INPUT",
      message: "options.byte is unknown: did you mean bytes?",
    }),
  );
});

const PHOTO: ImageItem = {
  thumb_width: 1,
  thumb_height: 1,
  mid_size: 3,
  media: { encrypt_query_param: "photo" },
};
const photo = (id: string) => incoming({ id, type: "image", text: "", image: PHOTO });

test("a message waits before its medium is downloaded, until the plugins of another one have ended", async () => {
  // Smaller than any medium may be, so that they come one at a time.
  const mediaBudget = createMediaBudget({ bytes: 1 });
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const looks = plugin("looks", async ({ msg, mediaBuffer }) => {
    begun.push(`${msg.text}${mediaBuffer?.length ?? "no"} bytes`);
    const end = Promise.withResolvers<void>();
    ends.set(String(begun.length), end);
    await end.promise;
    return { handled: true };
  });
  // Two bots of one process.
  const bots = [1, 2].map(
    (botDbId) => setUp([looks], { botDbId, userId: botDbId, mediaBudget }).dispatcher,
  );
  const dispatched = bots.map((bot) => bot.dispatch(photo("1")));
  await expect.poll(() => begun).toHaveLength(1);
  const written = bots[1]?.dispatch(incoming({ id: "2", text: "a text has " }));
  await expect.poll(() => begun).toEqual(["3 bytes", "a text has no bytes"]);
  ends.get("1")?.resolve();
  await expect.poll(() => begun).toHaveLength(3);
  for (const end of ends.values()) end.resolve();
  await Promise.all([...dispatched, written]);
});

test("a message that fails returns the bytes of its medium", async () => {
  const mediaBudget = createMediaBudget({ bytes: 1 });
  const { dispatcher } = setUp([plugin("passes", pass)], {
    mediaBudget,
    journal: {
      read: () => Promise.reject(new Error("the journal is away")),
      write: async () => {},
    },
  });
  await expect(dispatcher.dispatch(photo("1"))).rejects.toThrow("cannot be read");
  await expect(mediaBudget.reserve(ANN, 1)).resolves.toBeDefined();
});
