import { createManualClock } from "@botwright/core";
import { createServices, type ModelProvider } from "@botwright/services";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createCredits,
  createPostgresLedger,
  createPostgresServiceLog,
  createUsage,
  type LowCreditsEvent,
  openDatabase,
  startCreditWarnings,
} from "../src/index.ts";
import { lowCreditsMail } from "../src/credits/low-credits-mail.ts";
import { openTestDatabase } from "./test-database.ts";

const ADMIN = 1;
const OWNER = 7;
const NOW = Date.UTC(2026, 0, 5, 9);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const clock = createManualClock(NOW);
const createForShanghai = () =>
  createCredits({ db: database.db, clock, timeZone: "Asia/Shanghai" });

beforeEach(async () => {
  await sql`
    truncate credit_account, credit_row, reservation, spending, spending_limit, credit_warning,
      service_use`.execute(database.db);
});

let topUps = 0;
async function give(credits: number, userId = OWNER): Promise<void> {
  topUps += 1;
  const topUp = { userId, actorId: ADMIN, credits, key: `gift ${topUps}` };
  await createForShanghai().topUp(topUp);
}

describe("an administrator tops an account up", () => {
  test("once per key, with a note that the owner sees", async () => {
    const credits = createForShanghai();
    const topUp = {
      userId: OWNER,
      actorId: ADMIN,
      credits: 500,
      key: 'invoice "17"\\',
      note: "Thanks",
    };
    const made = await Promise.all([1, 2, 3].map(() => credits.topUp(topUp)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await credits.state(OWNER)).balance).toBe(500);
    expect(await credits.movements(OWNER, { limit: 10 })).toEqual([
      expect.objectContaining({ credits: 500, description: "Thanks", is_by_administrator: true }),
    ]);
    const other = credits.topUp({ ...topUp, credits: 600 });
    await expect(other).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    // The same key is another top-up in another account.
    await credits.topUp({ ...topUp, userId: 8 });
    expect((await credits.state(8)).balance).toBe(500);
  });

  test.each([
    { credits: 0 },
    { credits: -5 },
    { credits: 1.5 },
    { credits: 2_000_000_000 },
    { key: "" },
    { key: "a\0b" },
    { note: "\ud800" },
    { note: "n".repeat(501) },
  ])("what cannot be booked is refused: %j", async (wrong) => {
    const topUp = { userId: OWNER, actorId: ADMIN, credits: 5, key: "k", ...wrong };
    const refused = createForShanghai().topUp(topUp);
    await expect(refused).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

test("movements are read page by page, newest first", async () => {
  const credits = createForShanghai();
  for (let n = 1; n <= 5; n++) await give(n);
  const first = await credits.movements(OWNER, { limit: 2 });
  const second = await credits.movements(OWNER, { limit: 5, before: first.at(-1)?.id });
  const amounts = [first, second].map((movements) => movements.map((one) => one.credits));
  expect(amounts).toEqual([
    [5, 4],
    [3, 2, 1],
  ]);
  expect(await credits.movements(8, { limit: 5 })).toEqual([]);
});

test("two nodes together never spend more than a limit, whatever is settled meanwhile", async () => {
  await give(10_000);
  await createForShanghai().setLimits(OWNER, [{ pluginSlug: "chat", period: "day", credits: 500 }]);
  await using other = await openDatabase(database);
  const spend = async (n: number): Promise<number> => {
    const ledger = createPostgresLedger(n % 2 === 0 ? database.db : other.db, clock);
    const input = { userId: OWNER, pluginSlug: "chat", day: "2026-01-05" };
    const result = await ledger.reserve({ ...input, key: `call ${n}`, credits: 20 });
    if (result.status !== "reserved") return 0;
    const { spent } = (await ledger.limits(OWNER, "2026-01-05"))[0] ?? { spent: Infinity };
    expect(spent).toBeLessThanOrEqual(500);
    const { charged = 0 } = await ledger.settle(`call ${n}`, 1 + (n % 20));
    return charged;
  };
  const charged = await Promise.all(Array.from({ length: 200 }, (_, n) => spend(n)));
  const total = charged.reduce((sum, credits) => sum + credits, 0);
  // What was refused while others had more reserved than they used in the end is not tried again.
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(500);
  expect(await createForShanghai().state(OWNER)).toMatchObject({
    balance: 10_000 - total,
    reserved: 0,
    limits: [{ plugin_slug: "chat", period: "day", credits: 500, spent: total }],
  });
});

test("the day of a limit is that of the host's time zone", async () => {
  await give(100);
  const credits = createForShanghai();
  await credits.setLimits(OWNER, [{ period: "day", credits: 50 }]);
  const ledger = createPostgresLedger(database.db, clock);
  await ledger.reserve({ userId: OWNER, key: "a", credits: 50, day: "2026-01-05" });
  expect((await credits.state(OWNER)).limits[0]?.spent).toBe(50);
  const nextDay = createManualClock(NOW + 7 * 3_600_000);
  const later = createCredits({ db: database.db, clock: nextDay, timeZone: "Asia/Shanghai" });
  expect((await later.state(OWNER)).limits[0]?.spent).toBe(0);
});

/** The warnings that two nodes report. */
async function collectWarnings(count: number): Promise<LowCreditsEvent[]> {
  const events: LowCreditsEvent[] = [];
  const onEvent = (event: LowCreditsEvent): void => void events.push(event);
  const nodes = [1, 2].map(() => startCreditWarnings({ database, onEvent }));
  await expect.poll(() => events.length).toBeGreaterThanOrEqual(count);
  for (const node of nodes) await node.close();
  return events;
}

describe("a warning of low credits", () => {
  test("comes once each time that the credits fall below the threshold, on one node", async () => {
    const credits = createForShanghai();
    const ledger = createPostgresLedger(database.db, clock);
    let calls = 0;
    const spend = async (cost: number): Promise<void> => {
      const key = `warn ${calls++}`;
      // Far more is reserved than the call costs.
      await ledger.reserve({ userId: OWNER, key, credits: 60, day: "2026-01-05" });
      expect((await credits.state(OWNER)).is_low).toBe(false);
      await ledger.settle(key, cost);
    };
    await give(100);
    await credits.setWarning(OWNER, 50);
    await spend(40);
    await spend(0);
    expect(await credits.state(OWNER)).toMatchObject({ balance: 60, is_low: false });
    await spend(20);
    await ledger.move({ userId: OWNER, key: "w", credits: -1 });
    expect(await credits.state(OWNER)).toMatchObject({ balance: 39, is_low: true });
    await give(11);
    await give(10);
    await spend(15);
    const events = await collectWarnings(2);
    expect(events.map(({ userId, balance, threshold }) => [userId, balance, threshold])).toEqual([
      [OWNER, 40, 50],
      [OWNER, 45, 50],
    ]);
  });

  test("comes at once to an account that is below it already, and ends with the threshold", async () => {
    const credits = createForShanghai();
    await credits.setWarning(OWNER, 10);
    expect(await credits.state(OWNER)).toMatchObject({ warn_below: 10, is_low: true });
    await credits.setWarning(OWNER, null);
    expect(await credits.state(OWNER)).toMatchObject({ warn_below: null, is_low: false });
    const refused = credits.setWarning(OWNER, -1);
    await expect(refused).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(await collectWarnings(1)).toMatchObject([
      { type: "credits-low", balance: 0, threshold: 10 },
    ]);
  });
});

test("the owner's letter says what is left", () => {
  const event = { type: "credits-low", id: 1, userId: OWNER, balance: 40, threshold: 50 } as const;
  const mail = lowCreditsMail(
    "ann@example.org",
    { ...event, createdAt: new Date(NOW) },
    "https://bots.example.org",
  );
  expect(mail).toMatchObject({ to: "ann@example.org", subject: "Botwright: 40 credits are left" });
  expect(mail.text).toContain("fewer than the 50");
});

describe("the log of uses", () => {
  const provider: ModelProvider = {
    chat: async () => ({ text: "yes", usage: { prompt_tokens: 1000, completion_tokens: 500 } }),
    generateImage: async () => ({ imageUrl: "https://images.example.com/1.png" }),
    listModels: async () => [],
  };
  const models = [
    { name: "paid", provider: "p", inputPrice: 100, outputPrice: 200 },
    { name: "free", provider: "p" },
  ];

  function servicesAt(time: number) {
    const { db } = database;
    const at = createManualClock(time);
    const ledger = createPostgresLedger(db, at);
    return createServices({
      ai: { models, providers: { p: provider }, ledger },
      log: createPostgresServiceLog(db),
      clock: at,
    });
  }

  const ask = { messages: [{ role: "user", content: "well?" }] };

  test("names charge, tokens, model, plugin, bot and message, and sums them up", async () => {
    await give(1000);
    const usage = createUsage({ db: database.db, timeZone: "Asia/Shanghai" });
    const run = { botDbId: 4, messageId: "m\0 1" };
    const chat = servicesAt(NOW).forAccount(OWNER)("chat", run);
    await chat.aiService.callModel({ model: "paid", ...ask });
    await chat.getPlatformCreds("feishu");
    await chat.searchService.search("cats").catch(() => {});
    // 17:00 there: the next use is on the next day.
    const other = servicesAt(NOW + 7 * 3_600_000).forAccount(OWNER)("games");
    await other.aiService.callModel({ model: "free", ...ask });
    await other.aiService.callModel({ model: "paid", ...ask });
    await servicesAt(NOW)
      .forAccount(8)("chat")
      .aiService.callModel({ model: "free", ...ask });

    const items = await usage.list(OWNER, { type: "ai", limit: 10 });
    expect(items).toMatchObject([
      { model: "paid", plugin_slug: "games", credits: 20 },
      { model: "free", plugin_slug: "games", credits: 0, charge_key: null, bot_id: null },
      {
        model: "paid",
        plugin_slug: "chat",
        bot_id: 4,
        message_id: "m\0 1",
        prompt_tokens: 1000,
        completion_tokens: 500,
        credits: 20,
        details: { category: "chat", error: null, errorCode: null, freeUse: false },
      },
    ]);
    const [, , first] = items;
    const movements = await createForShanghai().movements(OWNER, { limit: 10 });
    const ofCharge = movements.filter(({ key }) => key === first?.charge_key);
    expect(ofCharge.reduce((sum, { credits }) => sum + credits, 0)).toBe(-20);

    const paid = { credits: 20, prompt_tokens: 1000, completion_tokens: 500 };
    expect(await usage.summary(OWNER, { by: "day" })).toEqual([
      { key: "2026-01-05", calls: 2, ...paid },
      { key: "2026-01-06", calls: 2, ...paid, prompt_tokens: 2000, completion_tokens: 1000 },
    ]);
    expect(await usage.summary(OWNER, { by: "model", from: "2026-01-06" })).toMatchObject([
      { key: "paid", calls: 1, credits: 20 },
      { key: "free", calls: 1, credits: 0 },
    ]);
    expect(await usage.summary(OWNER, { by: "plugin", to: "2026-01-05" })).toMatchObject([
      { key: "chat", calls: 2 },
    ]);
    const before = items[0]?.id;
    const older = await usage.list(OWNER, { limit: 1, plugin_slug: "games", before });
    expect(older).toEqual([items[1]]);
    const wrong = usage.summary(OWNER, { by: "day", from: "2026-02-30" });
    await expect(wrong).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  test("the last days are those of the host's time zone", async () => {
    const { db } = database;
    // In the night of Shanghai, the day has changed there and not in UTC.
    const night = createManualClock(Date.UTC(2026, 0, 5, 17));
    const usage = createUsage({ db, timeZone: "Asia/Shanghai", clock: night });
    const use = { type: "search", user_id: OWNER, plugin_slug: "finder", details: "{}" } as const;
    const times = ["2026-01-04T15:59:59Z", "2026-01-04T16:00:00Z", "2026-01-05T16:00:00Z"];
    const uses = times.map((time) => ({ ...use, created_at: new Date(time) }));
    await db.insertInto("service_use").values(uses).execute();
    expect(usage.today()).toBe("2026-01-06");
    const keysOf = async (days: number) =>
      (await usage.summary(OWNER, { by: "day", days })).map(({ key }) => key);
    expect(await keysOf(1)).toEqual(["2026-01-06"]);
    expect(await keysOf(2)).toEqual(["2026-01-05", "2026-01-06"]);
    expect(await keysOf(3)).toEqual(["2026-01-04", "2026-01-05", "2026-01-06"]);
    expect(await usage.list(OWNER, { days: 2, limit: 10 })).toHaveLength(2);
  });

  // spec: ai.logging
  test("counts a call once that is repeated after a crash", async () => {
    await give(1000);
    const { aiService } = servicesAt(NOW).forAccount(OWNER)("chat");
    for (let again = 0; again < 2; again++) {
      await aiService.forEffect("4/m/chat/3").callModel({ model: "paid", ...ask });
    }
    const usage = createUsage({ db: database.db });
    expect(await usage.summary(OWNER, { by: "model" })).toMatchObject([{ calls: 1, credits: 20 }]);
    expect((await createForShanghai().state(OWNER)).balance).toBe(980);
  });
});
