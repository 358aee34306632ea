import type { IncomingMessage } from "@botwright/core";
import { inboxContract } from "@botwright/core/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createPostgresInbox,
  type Database,
  type NodeLease,
  startNodeLease,
} from "../src/index.ts";
import { openTestDatabase } from "./test-database.ts";
import { watchStatements } from "./watch-statements.ts";

let database: Database;
let lease: NodeLease;
let nextBot = 1;

beforeAll(async () => {
  database = await openTestDatabase();
  lease = await startNodeLease({ db: database.db });
});
afterAll(async () => {
  await lease.close();
  await database.close();
});

describe("the contract of an inbox", () => {
  const cases = inboxContract((options) =>
    createPostgresInbox({ database, lease, ...options }).open(nextBot++),
  );
  test.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

function message(id: string, from: string): IncomingMessage {
  return {
    id,
    message: {
      type: "text",
      text: id,
      from,
      to: "bot",
      timestamp: 0,
      contextToken: "",
      messageId: 1,
      raw: { text: "a\u0000b \ud800" },
    },
  };
}

test("messages of 20 chats, said at once on two nodes: each once, each chat in order", async () => {
  await using other = await startNodeLease({ db: database.db });
  const bots = [nextBot++, nextBot++];
  const inboxes = [lease, other].map((held) =>
    createPostgresInbox({ database, lease: held, slots: 7 }),
  );
  const seen = new Map<string, number[]>();
  let running = 0;
  let most = 0;
  const opened = inboxes.map((node, index) => node.open(bots[index] ?? 0));
  for (const inbox of opened) {
    inbox.process(async ({ message: { from, text } }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
      seen.set(from, [...(seen.get(from) ?? []), Number(text)]);
      running -= 1;
    });
  }
  const said: Promise<unknown>[] = [];
  for (let n = 0; n < 25; n++) {
    const wave = opened.flatMap((inbox, index) =>
      Array.from({ length: 10 }, (_, chat) => {
        const from = `${index}/${chat}`;
        return inbox.accept({
          ...message(`${n}/${from}`, from),
          message: { ...message("", from).message, text: String(n) },
        });
      }),
    );
    said.push(...wave);
    // Within a chat, the platform's own order is that of the calls.
    await Promise.all(wave);
  }
  expect(await Promise.all(said)).toEqual(said.map(() => "accepted"));
  await Promise.all(opened.map((inbox) => inbox.drain()));
  expect([...seen.keys()]).toHaveLength(20);
  for (const numbers of seen.values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect([...seen.values()].flat()).toHaveLength(500);
  expect(most).toBeGreaterThan(5);
  await Promise.all(inboxes.map((node) => node.close()));
});

test("messages of a chat that are accepted at once are handled in the order of the calls", async () => {
  const node = createPostgresInbox({ database, lease });
  const inbox = node.open(nextBot++);
  const seen: string[] = [];
  inbox.process(async ({ id }) => seen.push(id));
  const ids = Array.from({ length: 150 }, (_, number) => String(number));
  // As an adapter does with a batch: the next one does not wait until this one is durable.
  const accepted = await Promise.all([...ids, "7"].map((id) => inbox.accept(message(id, "a"))));
  expect(accepted).toEqual([...ids.map(() => "accepted"), "duplicate"]);
  await inbox.drain();
  expect(seen).toEqual(ids);
  await node.close();
});

test("a chat beyond its bound: what was set aside is handled when an operator puts it back", async () => {
  const node = createPostgresInbox({ database, lease, chatMessages: 100 });
  const botId = nextBot++;
  const inbox = node.open(botId);
  const seen: string[] = [];
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  inbox.process(async ({ id }) => {
    await gate;
    seen.push(id);
  });
  const ids = Array.from({ length: 300 }, (_, number) => String(number));
  await Promise.all(ids.map((id) => inbox.accept(message(id, "a"))));
  openGate();
  await inbox.drain();
  expect(seen).toEqual(ids.slice(0, 100));
  expect((await inbox.setAside()).map(({ incoming }) => incoming.id)).toEqual(ids.slice(100));

  await sql`select inbox_retry(id) from message where bot_id = ${botId} and aside_at is not null
    order by id`.execute(database.db);
  await inbox.drain();
  expect(seen).toEqual(ids);
  await node.close();
});

test("a message that the database cannot hold does not keep those from being accepted that come with it", async () => {
  const node = createPostgresInbox({ database, lease });
  const inbox = node.open(nextBot++);
  // Too long for an index, also when it is compressed.
  const endless = Array.from({ length: 20_000 }, (_, number) => number * 7919).join("");
  const results = await Promise.allSettled(
    ["1", "2", endless, "3"].map((id) => inbox.accept(message(id, "a"))),
  );
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  await node.close();
});

function largeMessage(id: string): IncomingMessage {
  const small = message(id, id);
  return { ...small, message: { ...small.message, text: "x".repeat(200_000) } };
}

test("large messages, and large traces of them, come in several statements", async () => {
  const { database: watched, statements } = watchStatements(database);
  const trace = "t".repeat(200_000);
  const attempt = { startedAt: 0, handledBy: null, trace, inputs: null, runs: "[]" };
  const node = createPostgresInbox({
    database: watched,
    lease,
    recorder: { take: async () => ({ ...attempt, mediaSha256: null }) },
  });
  const inbox = node.open(nextBot++);
  const ids = Array.from({ length: 40 }, (_, number) => String(number));
  const all = Promise.withResolvers<void>();
  let waiting = 0;
  inbox.process(async () => {
    waiting += 1;
    if (waiting === ids.length) all.resolve();
    // All end at once.
    await all.promise;
  });
  await Promise.all(ids.map((id) => inbox.accept(largeMessage(id))));
  await inbox.drain();
  for (const name of ["inbox_accept_all", "inbox_finish_all"]) {
    const sent = statements.filter((one) => one.sql.includes(name)).map((one) => one.sent);
    expect(sent.length).toBeGreaterThan(3);
    // The messages themselves are 8 MB, and so are the traces.
    expect(Math.max(...sent)).toBeLessThan(2.2 * 2 ** 20);
  }
  await node.close();
});

test("what a dead node had begun is handled by the next one, and set aside when it kills it each time", async () => {
  const bot = nextBot++;
  for (let death = 0; death < 3; death++) {
    const dying = await startNodeLease({ db: database.db });
    const node = createPostgresInbox({ database, lease: dying });
    const inbox = node.open(bot);
    const begun = Promise.withResolvers<void>();
    inbox.process(() => {
      begun.resolve();
      return new Promise(() => {});
    });
    if (death === 0) await inbox.accept(message("deadly", "a"));
    if (death === 0) await inbox.accept(message("harmless", "a"));
    await begun.promise;
    // Its lease is gone, as when its process has died.
    await dying.close();
  }
  await using last = await startNodeLease({ db: database.db });
  const node = createPostgresInbox({ database, lease: last });
  const inbox = node.open(bot);
  const seen: string[] = [];
  inbox.process(async ({ id }) => seen.push(id));
  await inbox.drain();
  expect(seen).toEqual(["harmless"]);
  expect(await inbox.setAside()).toMatchObject([
    { incoming: { id: "deadly" }, error: { code: "PROCESS_DIED" } },
  ]);
  await node.close();
});

test("messages that end at once are done, tried again or set aside, each by itself, beside one that is gone", async () => {
  const node = createPostgresInbox({ database, lease, attempts: 2, firstMs: 1 });
  const bot = nextBot++;
  const inbox = node.open(bot);
  const all = Promise.withResolvers<void>();
  const tried = new Set<string>();
  inbox.process(async ({ id }) => {
    const isFirst = !tried.has(id);
    tried.add(id);
    await all.promise;
    if (id === "failing" || (id === "failing once" && isFirst)) throw new Error(id);
  });
  for (const id of ["fine", "failing", "failing once", "gone"]) {
    await inbox.accept(message(id, `chat of ${id}`));
    await inbox.accept(message(`after ${id}`, `chat of ${id}`));
  }
  const deleted = database.db.deleteFrom("message").where("bot_id", "=", bot);
  await deleted.where("platform_id", "like", "%gone").execute();
  all.resolve();
  async function ends(): Promise<string[]> {
    const rows = await database.db
      .selectFrom("message as m")
      .innerJoin("message_attempt as a", "a.message_id", "m.id")
      .select(["m.platform_id", "a.number", "a.ended"])
      .where("m.bot_id", "=", bot)
      .orderBy("m.id")
      .orderBy("a.number")
      .execute();
    return rows.map(({ platform_id: id, number, ended }) => `${id}: ${number} ${ended}`);
  }
  await expect
    .poll(ends)
    .toEqual([
      "fine: 1 done",
      "after fine: 1 done",
      "failing: 1 again",
      "failing: 2 aside",
      "after failing: 1 done",
      "failing once: 1 again",
      "failing once: 2 done",
      "after failing once: 1 done",
    ]);
  await node.close();
});

test("a message that is claimed while its bot is closed is handled by the next one", async () => {
  const bot = nextBot++;
  const seen: string[] = [];
  for (let round = 0; round < 2; round++) {
    const node = createPostgresInbox({ database, lease });
    const inbox = node.open(bot);
    if (round === 0) await inbox.accept(message("1", "a"));
    inbox.process(async ({ id }) => seen.push(id));
    // The first is closed before its claim has come back.
    if (round === 1) await inbox.drain();
    await inbox.close();
    await node.close();
  }
  expect(seen).toEqual(["1"]);
});
