import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { quiet } from "../faults/quiet.ts";
import { openWorld, type World } from "../faults/world.ts";

const READER = `export async function handler({ bot, msg, storage }) {
  const name = (await storage.get("name")) ?? "nobody";
  await bot.reply(msg, msg.text + " from " + name);
  return { handled: true };
}`;

type Statistics = {
  pg_stat_database: { datname: string; xact_commit: number };
};

async function commits({ db }: World): Promise<number> {
  const { xact_commit: count } = await db
    .withTables<Statistics>()
    .selectFrom("pg_stat_database")
    .select("xact_commit")
    .where("datname", "=", "postgres")
    .executeTakeFirstOrThrow();
  return count;
}

/** Messages that are said one after another, and in a number of chats at once. */
const WAYS = [
  { chats: 1, messages: 300 },
  { chats: 20, messages: 1000 },
] as const;

/** Idle processes of the server hand in what they have counted after ten seconds. */
const HANDED_IN_MS = 12_000;

test("how many commits a message with one storage read and one reply costs", async () => {
  await using world = await openWorld({ code: READER });
  const { wechat } = world.platforms;
  let sent = 0;
  async function say(chat: number): Promise<void> {
    await wechat.say({ from: `c${chat}@im.wechat`, text: "hello" });
    sent += 1;
  }
  await say(0);
  await quiet(world);
  await sleep(HANDED_IN_MS);
  const idleBefore = await commits(world);
  const idleFrom = performance.now();
  await sleep(HANDED_IN_MS);
  const idlePerMs = ((await commits(world)) - idleBefore) / (performance.now() - idleFrom);
  for (const { chats, messages } of WAYS) {
    const before = await commits(world);
    const from = performance.now();
    for (let said = 0; said < messages; said += chats) {
      await Promise.all(Array.from({ length: chats }, (_, chat) => say(chat)));
      await wechat.waitForSent(sent);
    }
    await quiet(world);
    await sleep(HANDED_IN_MS);
    const all = (await commits(world)) - before;
    const each = (all - idlePerMs * (performance.now() - from)) / messages;
    console.log(`${chats} at once: ${each.toFixed(1)} commits a message, reads included`);
    expect(each).toBeGreaterThan(0);
  }
});
