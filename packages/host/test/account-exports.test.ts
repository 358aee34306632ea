import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAccounts, type Database } from "../src/index.ts";
import { journalContext } from "../src/stores/journal.ts";
import { fixtureRows, insertRows, SECRET_VALUES, secrets } from "./fixture-rows.ts";
import { resetFixture } from "./reset-fixture.ts";
import { openTestDatabase } from "./test-database.ts";
import { watchStatements } from "./watch-statements.ts";

/** Numbers that stand nowhere else. */
const ANN = 424_242_000;
const BOB = 535_353_000;
const BOT = ANN + 1;

const MEBIBYTE = 2 ** 20;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let accounts: ReturnType<typeof createAccounts>;
beforeEach(async () => {
  await resetFixture(database.db, ANN, BOB);
  accounts = createAccounts({ database, secrets, onChanged: () => {}, stopMs: 200 });
});

/** Adds an entry to the journal of a run of Ann's bot. */
async function addEntry(run: string, entry: object): Promise<void> {
  const callId = `${BOT}/${run}`;
  const json = JSON.stringify({ callId, sequence: 0, ...entry });
  const sealed = await secrets.seal(json, journalContext(callId, 0));
  await database.db
    .insertInto("journal_entry")
    .values({ call_id: callId, sequence: 0, sealed })
    .execute();
}

async function setMedium(bytes: Buffer): Promise<void> {
  const sha256 = String(ANN).padStart(64, "0");
  const { db } = database;
  await db.updateTable("journal_media").set({ bytes }).where("sha256", "=", sha256).execute();
}

async function exportedMedium(): Promise<string> {
  const lines = await exportLines(ANN);
  const medium = lines.find(({ table }) => table === "journal_media");
  return Buffer.from(String(Object(medium?.["row"]).bytes), "base64").toString("latin1");
}

async function exportLines(userId: number): Promise<Record<string, unknown>[]> {
  let text = "";
  for await (const line of await accounts.export(userId)) text += line;
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("an export", () => {
  test("has all rows of the account and no one else's, with readable journals", async () => {
    const lines = await exportLines(ANN);
    expect(lines[0]).toMatchObject({ format: "botwright-account", account: ANN });
    const rows = await fixtureRows(ANN);
    expect(lines.at(-1)).toEqual({ end: true, rows: rows.length });
    const exported = lines.slice(1, -1).map(({ table }) => String(table));
    expect(exported.toSorted()).toEqual(rows.map(([table]) => table).toSorted());
    const text = JSON.stringify(lines);
    expect(text).not.toContain(String(BOB).slice(0, 6));
    const entries = lines.filter(({ table }) => table === "journal_entry");
    expect(entries).toMatchObject([
      { row: { entry: { operation: "fetch", args: ["https://example.com", {}] } } },
      { row: { entry: { operation: "bot.sendImage", args: ["ann", {}] } } },
      { row: { entry: { operation: "getPlatformCreds", outcome: { value: "[hidden]" } } } },
    ]);
    expect(lines.find(({ table }) => table === "message")).toMatchObject({
      row: { incoming: { message: { text: 'a\0b "c" \\' } } },
    });
  });

  test("names secrets and shows none", async () => {
    const text = JSON.stringify(await exportLines(ANN));
    for (const secret of [...SECRET_VALUES, "s3cret"]) expect(text).not.toContain(secret);
    expect(text).toContain("Bearer __secret.config.apiKey__");
    expect(text).toContain('"sealed":"[hidden]"');
  });

  test("shows no secret in bytes beside the entries, wherever it stands", async () => {
    const bytes = Buffer.alloc(2 * MEBIBYTE, "x");
    // One of them stands in two of the chunks that are read.
    const places = [10, 3 * 262_144 - 5, bytes.length - 16];
    for (const place of places) bytes.write("s3cret-of-plugin", place);
    bytes.write(Buffer.from("user:s3cret-of-plugin").toString("base64"), 1000);
    bytes.write("s3cret-of-old-set", 2000);
    await setMedium(bytes);
    const text = await exportedMedium();
    // The texts are too long to be shown when the test fails.
    expect(text.includes("s3cret")).toBe(false);
    expect(text.match(/__secret\.config\.apiKey__/g)).toHaveLength(3);
    expect(text).toContain("__secret.config.apiKey.base64-2__");
    expect(text).toContain("__secret.feishu.app_secret-2__");
    const hidden = 3 * "s3cret-of-plugin".length + 28 + "s3cret-of-old-set".length;
    expect(text.match(/x/g)).toHaveLength(bytes.length - hidden);
  });

  test("shows no password that a run was begun with and that has changed since", async () => {
    const url = "https://example.com/?key=s3cret-of-before&secret=s3cret-of-old-set";
    // Its run was earlier than the one that tells of these secrets.
    await addEntry("a/chat", { operation: "fetch", args: [url, {}] });
    await setMedium(Buffer.from("s3cret-of-before"));
    const text = JSON.stringify(await exportLines(ANN));
    expect(text).not.toContain("s3cret");
    expect(text).toContain("?key=__secret.config.apiKey-2__&secret=__secret.feishu.app_secret-2__");
    expect(await exportedMedium()).toBe("__secret.config.apiKey-2__");
  });

  test("shows no password of a plugin of the host, and no setting of a version that is gone", async () => {
    const schema = ["pin", "city"].map((key) => ({
      key,
      label: key,
      type: key === "pin" ? "password" : "text",
    }));
    await insertRows(database.db, [
      ["plugin", { id: 1, slug: "weather", builtin: true, status: "published" }],
      [
        "plugin_version",
        {
          plugin_id: 1,
          version: "1.0.0",
          sha256: "e".repeat(64),
          code: "",
          record: "{}",
          meta: JSON.stringify({ name: "weather", config_schema: schema }),
          findings: "[]",
          state: "approved",
        },
      ],
    ]);
    const config = { pin: "s3cret-of-weather", city: "Cologne" };
    const args = ["https://example.com/?q=Cologne&pin=s3cret-of-weather", {}];
    await addEntry("a/weather", { operation: "fetch", args, config });
    await addEntry("b/gone", {
      operation: "fetch",
      args: ["https://example.com/?q=s3cret-of-gone", {}],
      version: "f".repeat(64),
      config: { anything: "s3cret-of-gone" },
    });
    const text = JSON.stringify(await exportLines(ANN));
    expect(text).not.toContain("s3cret");
    expect(text).toContain("?q=Cologne&pin=__secret.config.pin__");
    expect(text).toContain("?q=__secret.config.anything__");
  });

  test("reads more rows than one batch, each once", async () => {
    await sql`
      insert into storage_value (user_id, plugin_slug, key, json, bytes)
      select ${ANN}, 'p' || n % 3, 'k' || n, 'null', 4 from generate_series(1, 130) n`.execute(
      database.db,
    );
    const values = (await exportLines(ANN)).filter(({ table }) => table === "storage_value");
    expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(131);
    expect(values).toHaveLength(131);
  });

  test("reads large rows one at a time, and a medium in pieces of base64", async () => {
    const { db } = database;
    const text = "x".repeat(MEBIBYTE);
    for (let number = 0; number < 5; number++) {
      const json = JSON.stringify(`${number}${text}`);
      const value = { user_id: ANN, plugin_slug: "large", key: `${number}`, json, bytes: MEBIBYTE };
      await db.insertInto("storage_value").values(value).execute();
    }
    const bytes = randomBytes(2.5 * MEBIBYTE);
    const sha256 = String(ANN).padStart(64, "0");
    await db.updateTable("journal_media").set({ bytes }).where("sha256", "=", sha256).execute();
    const watched = watchStatements(database);
    accounts = createAccounts({ database: watched.database, secrets, onChanged: () => {} });

    const texts: string[] = [];
    for await (const part of await accounts.export(ANN)) texts.push(part);
    const lines = texts
      .join("")
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(lines.filter((line) => Object(line).row?.plugin_slug === "large")).toHaveLength(5);
    const medium = lines.find((line) => Object(line).table === "journal_media");
    expect(medium).toMatchObject({ row: { sha256, bytes: bytes.toString("base64") } });
    const most = 1.1 * MEBIBYTE;
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(most);
    expect(Math.max(...watched.statements.map(({ received }) => received))).toBeLessThan(most);
  });

  test("an account that is not there has none", async () => {
    await expect(accounts.export(1)).rejects.toMatchObject({ code: "USER_NOT_FOUND" });
  });
});
