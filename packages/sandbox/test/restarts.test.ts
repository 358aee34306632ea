import {
  type BotEvent,
  createDispatcher,
  createMemoryStorage,
  type Storage,
} from "@botwright/core";
import { afterAll, expect, test } from "vitest";
import { createSandbox, type SandboxEvent } from "../src/index.ts";
import { createContext } from "./context.ts";

/** The storage of a plugin, for which another chat votes when the key "pause" is read for the first time. */
function storageOfTwo(slug: string): Storage {
  const kept = createMemoryStorage().open(1, slug);
  return {
    ...kept,
    async get(key) {
      if (key === "pause" && (await kept.get("votes")) === null) await kept.set("votes", 5);
      return kept.get(key);
    },
  };
}

const metered: SandboxEvent[] = [];
const sandbox = createSandbox({ workers: 1, onEvent: (event) => metered.push(event) });
afterAll(() => sandbox.close());

test("each attempt at a run has a fresh machine and the same seed, and is metered", async () => {
  const plugin = await sandbox.load(
    `let attempts = 0;
    export async function handler({ bot, msg, storage }) {
      attempts += 1;
      const drawn = Math.random();
      const votes = (await storage.get("votes")) ?? 0;
      await storage.get("pause");
      await storage.set("drawn " + votes, drawn);
      await storage.set("votes", votes + 1);
      const same = (await storage.get("drawn 0")) === drawn;
      await bot.reply(msg, [attempts, votes + 1, same].join());
      return { handled: true };
    }`,
    { slug: "poll" },
  );
  const storage = storageOfTwo("poll");
  const { context, replies } = createContext();
  const events: BotEvent[] = [];
  const dispatcher = createDispatcher({
    plugins: [plugin],
    bot: context.bot,
    services: () => ({ storage }),
    onEvent: (event) => events.push(event),
  });
  const { runs } = await dispatcher.dispatch({ id: "9", message: context.msg });
  expect(replies).toEqual(["1,6,true"]);
  expect(runs).toMatchObject([{ status: "handled", restarts: 1, usage: { sends: 1 } }]);
  const ended = metered.filter(({ type }) => type === "call-ended");
  expect(ended).toMatchObject([
    { callId: "1/9/poll", code: "ABORTED", usage: { sends: 0 } },
    { callId: "1/9/poll#1", usage: { sends: 1 } },
  ]);
  const conflict = events.find(({ type }) => type === "storage-conflict");
  expect(conflict).toMatchObject({ key: "votes", result: "restarted", usage: { sends: 0 } });
});

test("a run that starts again is ended by a limit also where it asks for what it had before", async () => {
  const plugin = await sandbox.load(
    `export async function handler({ storage }) {
      const votes = await storage.get("votes");
      if (votes !== null) await fetch("https://one.example/more");
      await fetch("https://one.example/");
      await storage.get("pause");
      await storage.set("votes", votes + 1);
      return { handled: true };
    }`,
    { slug: "asks", limits: { fetches: 1 }, fetch: async () => new Response("hello") },
  );
  const { context } = createContext();
  const storage = storageOfTwo("asks");
  const dispatcher = createDispatcher({
    plugins: [plugin],
    bot: context.bot,
    services: () => ({ storage }),
    wallMs: 10_000,
  });
  const { runs } = await dispatcher.dispatch({ id: "9", message: context.msg });
  expect(runs).toMatchObject([{ error: { code: "SANDBOX_FETCH_LIMIT" }, restarts: 1 }]);
});
