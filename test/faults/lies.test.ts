/** @module-tag long */
import { createPostgresLedger } from "@botwright/host";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemsOfReplies } from "./accounts.ts";
import { failInARow } from "./fail-in-a-row.ts";
import { AI_LIES, type Lie, SEARCH_LIES } from "./lies.ts";
import { makeChats, talk } from "./load.ts";
import { quiet } from "./quiet.ts";
import { createRandom } from "./random.ts";
import { openWorld, type World } from "./world.ts";

/** Asks a model or the search engine, and replies with the result. */
const ASKER = `export async function handler({ bot, msg, aiService, searchService, storage }) {
  if (msg.text.startsWith("search")) {
    const { results, code } = await searchService.search(msg.text).catch((error) => error);
    await bot.reply(msg, code ?? results[0].title);
    return { handled: true };
  }
  if (msg.text.startsWith("m")) {
    const count = ((await storage.get(msg.from)) ?? 0) + 1;
    await storage.set(msg.from, count);
    await bot.reply(msg, "re " + msg.text + " #" + count);
    return { handled: true };
  }
  const { text, error } = await aiService.callModel({
    model: "paid", maxTokens: 50, messages: [{ role: "user", content: msg.text }],
  });
  await bot.reply(msg, error ?? text);
  return { handled: true };
}`;

/** Tokens of the question "lie" and the role "user" at most: each byte, and 16 for each text and the whole. */
const PROMPT = 3 + 4 + 3 * 16;
const RESERVED = PROMPT + 2 * 50;

/** Least and most credits. */
const CHARGES: Readonly<Record<Lie["charged"], readonly [number, number]>> = {
  nothing: [0, 0],
  "what was reserved": [RESERVED, RESERVED],
  "an estimate": [1, RESERVED - 1],
};

const FROM = "p0@im.wechat";
let world: World;
beforeAll(async () => {
  world = await openWorld({ code: ASKER, aiLimits: { timeoutMs: 1500 } });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Says something and resolves with the reply. */
async function ask(text: string): Promise<string | undefined> {
  const { wechat } = world.platforms;
  const before = wechat.sent().length;
  await wechat.say({ from: FROM, text });
  const sent = await wechat.waitForSent(before + 1);
  return sent.at(-1)?.text;
}

describe("a provider of models that", () => {
  test.each(Object.entries(AI_LIES))("%s: a clear error, and right credits", async (_what, lie) => {
    const ledger = createPostgresLedger(world.db);
    const before = await ledger.balance(world.ann.id);
    world.provider.behave(lie.behave);
    expect(await ask("lie")).toMatch(lie.told);
    await quiet(world);
    const charged = before - (await ledger.balance(world.ann.id));
    const [least, most] = CHARGES[lie.charged];
    expect(charged).toBeGreaterThanOrEqual(least);
    expect(charged).toBeLessThanOrEqual(most);
    expect(await ledger.openReservations(Date.now() + 60_000, 10)).toEqual([]);
  });
});

describe("a search engine that", () => {
  test.each(Object.entries(SEARCH_LIES))("%s: a clear code", async (what, [behave, code]) => {
    world.provider.behave(behave);
    expect(await ask(`search ${what}`)).toBe(code);
  });
});

test("a row of lost, garbled and failed sends on each platform: every reply comes, once", async () => {
  const chats = makeChats(2, "row");
  failInARow(world);
  await talk(world, chats, 3, createRandom(3));
  await quiet(world);
  expect(await problemsOfReplies(world, chats)).toEqual([]);
});
