import { setTimeout as sleep } from "node:timers/promises";
import {
  formatRecordedRun,
  InfrastructureError,
  type Journal,
  parseRecordedRun,
  type Plugin,
  rerunRecord,
} from "@botwright/core";
import { createPostgresLedger, type Database } from "@botwright/host";
import { createSandbox, type SandboxFetch } from "@botwright/sandbox";
import { type AIOptions, ProviderError } from "@botwright/services";
import fc from "fast-check";
import { expect } from "vitest";
import { type MessageNode, startMessageNode } from "../../packages/host/test/message-node.ts";
import { openTestDatabase } from "../../packages/host/test/test-database.ts";
import { createRandom } from "../faults/random.ts";
import { concurrentPrograms } from "./concurrent.ts";
import { parametersOf, type Until } from "./until.ts";

/** Of so many writes of a journal one fails: half of these have been written all the same. */
const WRITES_PER_FAILURE = 15;
const PEOPLE = ["ann", "bob"];
const WORDS = ["one", "two"];
const CREDITS = 1_000_000;
/** Every other plugin breaks one of them soon: when it does must not depend on the machine's pace. */
const FEW = { fetches: 3, sends: 2, hostCalls: 20, timers: 10 };

const fetchLate: SandboxFetch = async (url, { signal }) => {
  await sleep(Number(url.split("/").at(-1)), undefined, { signal });
  if (url.includes("/broken/")) throw new TypeError("fetch failed");
  return new Response("late");
};

/** Of another name than the others; what waits for seconds elsewhere waits for milliseconds, because here time passes. */
function namedAndFast(program: string, number: number): string {
  const fast = program.replaceAll(/\b(?:4000|1000|100|50)\b/gu, "20");
  return fast.replace('slug: "concurrent"', `slug: "concurrent-${number}"`);
}

/** A journal that fails again and again, before it has written and after it. */
function failing(own: Journal, random: () => number): Journal {
  const mayFail = (): void => {
    if (random() * WRITES_PER_FAILURE < 0.5) throw new InfrastructureError("planted");
  };
  return {
    ...own,
    async write(entries) {
      mayFail();
      await own.write(entries);
      mayFail();
    },
  };
}

/** A model whose answers cost a credit each; `paid` has the keys of the calls that it has got. */
function modelFor(database: Database, paid: Set<unknown>): AIOptions {
  return {
    models: [{ name: "small", provider: "fake", outputPrice: "10000" }],
    ledger: createPostgresLedger(database.db),
    providers: {
      fake: {
        async chat(_request, { idempotencyKey }) {
          paid.add(idempotencyKey);
          await sleep(5);
          const usage = { prompt_tokens: 0, completion_tokens: 1, total_tokens: 1 };
          return { text: "one", usage };
        },
        generateImage: () =>
          Promise.reject(new ProviderError("none", { code: "PROVIDER_REFUSED" })),
        listModels: async () => [],
      },
    },
  };
}

/** People talk to a bot of an account, all at once: each message is handled, and what is recorded of it replays. */
async function talk(node: MessageNode, userId: number, plugin: Plugin) {
  const { messages } = node;
  const bot = await node.addBot(userId, [plugin]);
  for (const from of PEOPLE) {
    for (const word of WORDS) await bot.accept(word, { from, contextToken: from });
  }
  await bot.runtime.drain();
  await bot.runtime.stop();
  const { items } = await messages.list(userId, { bot_id: bot.id });
  expect(items).toHaveLength(PEOPLE.length * WORDS.length);
  for (const { id, state } of items) {
    expect(state).toBe("done");
    const record = await messages.readRecord(id, plugin.meta.slug);
    const { same, difference } = await rerunRecord(
      parseRecordedRun(await formatRecordedRun(record)),
      plugin,
    );
    expect({ same, difference }).toEqual({ same: true, difference: undefined });
  }
}

/**
 * Runs random plugins that do many things at once on two nodes of one database, whose journals fail again and again, for
 * two people of each bot. Every message is handled, every record replays, and every answer of a model is paid once.
 * Returns how many plugins ran.
 */
export async function fuzzOnNodes(until: Until, seed: number): Promise<number> {
  await using database = await openTestDatabase();
  await using sandbox = createSandbox({ workers: 2, fetch: fetchLate });
  const random = createRandom(seed);
  const paid = new Set<unknown>();
  const ai = modelFor(database, paid);
  const journal = (own: Journal): Journal => failing(own, random);
  // More than a message needs.
  const options = { attempts: 200, journal, ai };
  await using one = await startMessageNode(database, options);
  await using other = await startMessageNode(database, options);
  let runs = 0;
  const holds = async (program: string): Promise<void> => {
    const userId = ++runs;
    await ai.ledger?.move({ userId, key: `deposit ${userId}`, credits: CREDITS });
    const limits = userId % 2 === 0 ? FEW : {};
    const plugin = await sandbox.load(namedAndFast(program, userId), { limits });
    const before = paid.size;
    await Promise.all([one, other].map((node) => talk(node, userId, plugin)));
    expect(await ai.ledger?.balance(userId)).toBe(CREDITS - (paid.size - before));
  };
  await fc.assert(fc.asyncProperty(concurrentPrograms, holds), {
    ...parametersOf(until),
    seed,
    endOnFailure: true,
  });
  return runs;
}
