import { type AIService, createMemoryJournal, type Journal, type Storage } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { setUp } from "./dispatching.ts";
import { incoming } from "./messages.ts";
import { openSharedStorage, handles, countUp, createAI } from "./shared-storage.ts";

/** A journal of which a process that has ended writes nothing more; `died` resolves at its end. */
function dyingAfter(journal: Journal, writes: number): { journal: Journal; died: Promise<void> } {
  let left = writes;
  const death = Promise.withResolvers<void>();
  const dying: Journal = {
    read: (callId) => journal.read(callId),
    async write(entries) {
      if (left-- > 0) return journal.write(entries);
      death.resolve();
      return new Promise(() => {});
    },
  };
  return { journal: dying, died: death.promise };
}

/** A storage that does not know whether an effect has been performed. */
function withoutKeys(storage: Storage): Storage {
  const keyless = { ...storage };
  delete keyless.forEffect;
  return keyless;
}

const never: Storage["compareAndSet"] = () => new Promise(() => {});

/** A service of models that is paid once for each key; `asked` has what it was paid for. */
function createPaidAI(asked: unknown[]): AIService {
  const ai = createAI(asked);
  const paid = new Map<string, ReturnType<AIService["callModel"]>>();
  return Object.assign(
    { ...ai },
    {
      forEffect: (key: string) => ({
        ...ai,
        callModel(input: Parameters<AIService["callModel"]>[0]) {
          const answer = paid.get(key) ?? ai.callModel(input);
          paid.set(key, answer);
          return answer;
        },
      }),
    },
  );
}

test("what a process had paid for when it ended is not paid again because of a conflict", async () => {
  const journal = createMemoryJournal();
  const asked: unknown[] = [];
  const aiService = createPaidAI(asked);
  const dying = dyingAfter(journal, 2);
  let pass = 0;
  const counts = handles(async ({ storage: own, aiService: service }) => {
    pass += 1;
    const votes = Number(await own.get("votes"));
    const counting = own.set("votes", votes + 1);
    await own.get("more");
    // The next process is slower here, and learns of the conflict first.
    if (pass === 2) await new Promise((resolve) => setTimeout(resolve, 20));
    await service.callModel({ model: "m", messages: [] });
    await counting;
  });
  const bot = openSharedStorage([counts], {
    services: () => ({ aiService, storage: { ...withoutKeys(bot.storage), compareAndSet: never } }),
    journal: dying.journal,
  });
  void bot.dispatcher.dispatch(incoming());
  await dying.died;
  await bot.storage.set("votes", 5);
  const again = setUp([counts], { journal, services: () => ({ aiService, storage: bot.storage }) });
  const { runs } = await again.dispatcher.dispatch(incoming());
  expect(runs).toMatchObject([{ status: "handled" }]);
  expect(asked).toHaveLength(1);
});

describe.each([
  ["with effect keys", (storage: Storage) => storage],
  ["without effect keys", withoutKeys],
])("a process that ends between two attempts, on a storage %s", (_what, keyed) => {
  test.each(Array.from({ length: 12 }, (_, writes) => writes))(
    "after %i writes of its journal: the next process counts once and pays once",
    async (writes) => {
      const journal = createMemoryJournal();
      const asked: unknown[] = [];
      const aiService = createPaidAI(asked);
      let hasChanged = false;
      const counts = handles(async ({ storage: own, aiService: service }) => {
        await countUp(own, "runs");
        const votes = Number(await own.get("votes"));
        await service.callModel({ model: "m", messages: [] });
        await countUp(own, "log");
        if (!hasChanged) await bot.storage.set("votes", 5);
        hasChanged = true;
        await own.set("votes", votes + 1);
      });
      const dying = dyingAfter(journal, writes);
      const bot = openSharedStorage([counts], {
        services: () => ({ aiService, storage: keyed(bot.storage) }),
        journal: dying.journal,
      });
      const { storage } = bot;
      const first = bot.dispatcher.dispatch(incoming());
      await Promise.race([first, dying.died]);
      const again = setUp([counts], {
        journal,
        services: () => ({ aiService, storage: keyed(storage) }),
      });
      const { runs } = await again.dispatcher.dispatch(incoming());
      expect(runs).toMatchObject([{ status: "handled" }]);
      const kept = ["runs", "log", "votes"].map((key) => storage.get(key));
      expect(await Promise.all(kept)).toEqual([1, 1, 6]);
      expect(asked).toHaveLength(1);
    },
  );
});
