import { type CompiledQuery, sql } from "kysely";
import { expect, test } from "vitest";
import { createHealth } from "../src/index.ts";
import { createMetrics } from "../src/metrics/metrics.ts";
import { openTestDatabase } from "./test-database.ts";

test("figures of messages are read by indexes: none of the many that were done before", async () => {
  await using database = await openTestDatabase();
  const oldest = new Date(Date.now() - 7_200_000);
  await sql`
    insert into message (bot_id, platform_id, chat, incoming, received_at, done_at, aside_at)
    select n % 100, 'old/' || n, 'c', '{}', now() - interval '2 days', now() - interval '2 days', null
      from generate_series(1, 20000) n
    union all values
      (1, 'waits for long', 'c', '{}'::json, ${oldest}::timestamptz, null, null),
      (1, 'waits', 'c', '{}', now(), null, null),
      (2, 'waits', 'c', '{}', now(), null, null),
      (1, 'aside', 'c', '{}', now(), null, now()),
      (1, 'aside for long', 'c', '{}', now() - interval '1 day', null, now() - interval '1 day'),
      (1, 'done', 'c', '{}', now() - interval '1 minute', now(), null),
      (2, 'done', 'c', '{}', now() - interval '1 minute', now(), null),
      (3, 'done', 'c', '{}', now() - interval '1 minute', now(), null),
      (1, 'done late', 'c', '{}', now() - interval '2 hours', now(), null)`.execute(database.db);
  await sql`vacuum analyze message`.execute(database.db);

  const statements: CompiledQuery[] = [];
  const db = database.db.withPlugin({
    transformQuery({ node, queryId }) {
      statements.push(database.db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { messages } = await createHealth({ db }).report();
  expect(messages).toEqual({
    open: 3,
    oldest_open_at: oldest.toISOString(),
    set_aside: 2,
    last_hour: 6,
  });
  const text = await createMetrics({ db, running: () => 0 }).text();
  expect(text).toContain('botwright_inbox_messages{state="open"} 3');
  expect(text).toContain('botwright_inbox_messages{state="set_aside"} 2');

  const ofMessages = statements.filter((statement) => statement.sql.includes("from message"));
  const plans = await Promise.all(ofMessages.map((statement) => planOf(statement.sql)));
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on message|message_pkey/);
    for (const index of ["message_waiting", "message_aside"]) expect(plan).toContain(index);
  }
  expect(plans[0]).toContain("message_done");

  async function planOf(statement: string): Promise<string> {
    const { rows } = await sql<Record<string, string>>`
      explain (costs off) ${sql.raw(statement)}`.execute(database.db);
    return rows.map((row) => row["QUERY PLAN"] ?? "").join("\n");
  }
});
