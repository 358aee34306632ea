import { attemptIdOf, botPrefixOf, callIdOf, LIMITS, messagePrefixOf } from "@botwright/core";
import { imageCounterOf } from "@botwright/services";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startsWith } from "../src/database/starts-with.ts";
import type { Database } from "../src/index.ts";
import { isImageCounterBefore, isImageCounterOf } from "../src/stores/image-counters.ts";
import { attemptsOf, MESSAGE_PREFIX } from "../src/stores/run-ids.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Evaluates an expression over one row. */
async function evaluate<T>(
  expression: RawBuilder<T>,
  row: Readonly<Record<string, string | number>>,
): Promise<T> {
  const columns = Object.entries(row).map(([name, value]) =>
    typeof value === "number"
      ? sql`${value}::bigint as ${sql.ref(name)}`
      : sql`${value}::text as ${sql.ref(name)}`,
  );
  const { rows } = await sql<{ value: T }>`
    select ${expression} as value from (select ${sql.join(columns)}) as t`.execute(database.db);
  const [found] = rows;
  if (found === undefined) throw new Error("there is no row");
  return found.value;
}

const is = (condition: RawBuilder<unknown>, row: Record<string, string>): Promise<unknown> =>
  evaluate(sql`(${condition})`, row);

describe.each(["42", "a/b/", "m#1", "微信"])("SQL agrees with core on a run of %j", (messageId) => {
  const message = { botDbId: 7, messageId };
  const callId = callIdOf({ ...message, plugin: "chat" });

  test("what its id begins with", async () => {
    const row = { bot_id: message.botDbId, platform_id: messageId };
    expect(await evaluate(MESSAGE_PREFIX, row)).toBe(messagePrefixOf(message));
    const ofBot = startsWith("call_id", botPrefixOf(7));
    expect(await is(ofBot, { call_id: callId })).toBe(true);
    expect(await is(ofBot, { call_id: callIdOf({ ...message, botDbId: 70, plugin: "a" }) })).toBe(
      false,
    );
  });

  test("the ids of its attempts", async () => {
    const all = Array.from({ length: LIMITS.call.restarts + 1 }, (_, number) =>
      attemptIdOf(callId, number),
    );
    for (const id of all) {
      expect(await evaluate(attemptsOf("call_id"), { call_id: id })).toEqual(all);
    }
  });
});

test("SQL agrees with the services on the counters of images", async () => {
  const counter = imageCounterOf(7, "2026-01-05");
  expect(await is(isImageCounterOf(7), { counter })).toBe(true);
  expect(await is(isImageCounterOf(70), { counter })).toBe(false);
  expect(await is(isImageCounterOf(7), { counter: imageCounterOf(70, "2026-01-05") })).toBe(false);
  expect(await is(isImageCounterBefore("2026-01-05"), { counter })).toBe(false);
  expect(await is(isImageCounterBefore("2026-01-06"), { counter })).toBe(true);
});
