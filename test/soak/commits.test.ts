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

const MESSAGES = 1000;
const CHATS = 20;

test("how many commits a message with one storage read and one reply costs", async () => {
  await using world = await openWorld({ code: READER });
  const { wechat } = world.platforms;
  await wechat.say({ from: "warm@im.wechat", text: "hello" });
  await quiet(world);
  // Idle processes of the server hand in what they have counted after ten seconds.
  await sleep(12_000);
  const idleBefore = await commits(world);
  const idleFrom = performance.now();
  await sleep(10_000);
  const before = await commits(world);
  const from = performance.now();
  const perMs = (before - idleBefore) / (from - idleFrom);
  for (let said = 0; said < MESSAGES; said += CHATS) {
    const saying = Array.from({ length: CHATS }, (_, chat) =>
      wechat.say({ from: `c${chat}@im.wechat`, text: `m${said}` }),
    );
    await Promise.all(saying);
    await wechat.waitForSent(1 + said + CHATS);
  }
  await sleep(2500);
  const all = (await commits(world)) - before;
  const each = (all - perMs * (performance.now() - from)) / MESSAGES;
  console.log(`${each.toFixed(1)} commits a message, reads included`);
  expect(each).toBeGreaterThan(0);
});
