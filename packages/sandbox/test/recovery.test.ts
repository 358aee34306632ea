import {
  createDispatcher,
  createMemoryJournal,
  createMemoryStorage,
  type DispatchResult,
  type Journal,
  LIMITS,
  type Storage,
} from "@botwright/core";
import { createSandbox, type SandboxFetch } from "@botwright/sandbox";
import { expect, test, vi } from "vitest";
import { createContext } from "./context.ts";

const PLUGIN = `export async function handler({ bot, msg, storage }) {
  const late = fetch("https://api.example/late");
  await storage.get("whatever");
  const soon = await (await fetch("https://api.example/soon")).text();
  await storage.set(msg.from, soon);
  const answer = msg.from + " " + soon + " " + (await (await late).text());
  await storage.get("pause");
  await bot.reply(msg, answer);
  return { handled: true };
}`;
const PEOPLE = ["ann", "bob", "cem", "dan", "eve", "fay"];
const { context, replies } = createContext();

/** What a process has of the world. */
interface World {
  readonly journal: Journal;
  readonly storage: Storage;
  readonly fetch: SandboxFetch;
}

/** A process that answers people; it ends with its sandbox. */
async function startProcess({ journal, storage, fetch }: World) {
  // For the answers of two fetches, and of reads.
  const pluginAnswerBytes = 2 * LIMITS.call.fetchBytes + 1_048_576;
  const sandbox = createSandbox({ workers: 1, pluginAnswerBytes, fetch });
  const plugin = await sandbox.load(PLUGIN, { slug: "late" });
  const { bot } = context;
  const services = () => ({ storage });
  const dispatcher = createDispatcher({ plugins: [plugin], bot, journal, services });
  const answer = (from: string): Promise<DispatchResult> =>
    dispatcher.dispatch({ id: from, message: { ...context.msg, from } });
  return { answer, [Symbol.asyncDispose]: () => sandbox.close() };
}

test("runs that go on after a crash do not wait for memory that they hold themselves", async () => {
  const journal = createMemoryJournal();
  const storage = createMemoryStorage().open(1, "late");
  const never = new Promise<never>(() => {});
  const paused: string[] = [];
  let isDead = false;
  let late = Promise.withResolvers<Response>();
  const first = await startProcess({
    journal: {
      ...journal,
      write: async (entries) => (isDead ? never : journal.write(entries)),
    },
    storage: {
      ...storage,
      get: async (key) => (key === "pause" ? (paused.push(key), never) : storage.get(key)),
    },
    fetch: async (url) => (url.endsWith("/late") ? late.promise : new Response("soon")),
  });
  for (const [place, from] of PEOPLE.entries()) {
    void first.answer(from).catch(() => {});
    await vi.waitFor(async () => expect(await storage.get(from)).toBe("soon"));
    late.resolve(new Response("late"));
    await vi.waitFor(() => expect(paused).toHaveLength(place + 1));
    late = Promise.withResolvers<Response>();
  }
  isDead = true;
  // It is recorded that each had "soon", and had asked for "late" before; that they had this too is lost. All go on at
  // the same time, so that memory for "late" is held by some when others ask for "soon".
  const begun = Promise.withResolvers<void>();
  let readers = 0;
  await using second = await startProcess({
    journal: {
      ...journal,
      async read(callId) {
        if (++readers === PEOPLE.length) begun.resolve();
        await begun.promise;
        return journal.read(callId);
      },
    },
    storage,
    fetch: async (url) => new Response(url.split("/").at(-1)),
  });
  const results = await Promise.all(PEOPLE.map(second.answer));
  await first[Symbol.asyncDispose]();
  const ends = results.flatMap(({ runs }) => runs.map(({ status, error }) => error ?? status));
  expect(ends).toEqual(PEOPLE.map(() => "handled"));
  expect(replies.toSorted()).toEqual(PEOPLE.map((from) => `${from} soon late`));
});
