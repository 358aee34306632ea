import { randomBytes } from "node:crypto";
import { createAesSecrets, credentialsContext } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { botContext, installationContext } from "../src/index.ts";
import { journalContext } from "../src/stores/journal.ts";

/** Seals what {@link fixtureRows} has. */
export const secrets = createAesSecrets({ keys: { k: randomBytes(32) }, current: "k" });

/** What is secret in the rows: none of it may be shown. */
export const SECRET_VALUES = ["s3cret-of-bot", "s3cret-of-plugin", "s3cret-of-set", "s3cret-hash"];

type Row = Readonly<Record<string, unknown>>;

function seal(value: object, context: string): Promise<string> {
  return secrets.seal(JSON.stringify(value), context);
}

/**
 * Rows of one account in every table that has rows of accounts, in an order in which they can be inserted.
 * All ids are `account` and the numbers that follow on it.
 */
export async function fixtureRows(account: number): Promise<readonly [table: string, row: Row][]> {
  const now = new Date();
  const [bot, plugin, version, pending, draft, draftVersion] = [1, 2, 3, 4, 5, 6].map(
    (n) => account + n,
  );
  const user_id = account;
  const email = `user-${account}@example.org`;
  const callId = `${bot}/m-${account}/chat-${account}`;
  const set = `00000000-0000-4000-8000-${String(account).padStart(12, "0")}`;
  const meta = JSON.stringify({
    name: "chat",
    config_schema: [{ key: "apiKey", label: "Key", type: "password" }],
  });
  const media = Buffer.from(`bytes of ${account}`);
  const sha256 = String(account).padStart(64, "0");
  const entry = {
    callId,
    sequence: 0,
    operation: "fetch",
    args: ["https://example.com", { headers: { authorization: "Bearer s3cret-of-plugin" } }],
    version: sha256,
    // It was another one by now.
    config: { apiKey: "s3cret-of-before" },
  };
  const image = {
    callId,
    sequence: 1,
    operation: "bot.sendImage",
    args: ["ann", { $media: { sha256, length: media.length, type: "image" } }],
  };
  const creds = {
    callId,
    sequence: 2,
    operation: "getPlatformCreds",
    args: ["feishu"],
    outcome: {
      order: 0,
      at: 0,
      ok: true,
      value: { app_id: "cli", app_secret: "s3cret-of-old-set" },
    },
  };
  const ofVersion = {
    version: "1.0.0",
    sha256,
    code: `// of ${email}`,
    record: "{}",
    meta,
    findings: "[]",
  };
  const ofUse = { user_id, plugin_slug: "chat", created_at: now };
  const day = "2026-01-05";
  const ofMessage = sql`(select id from message where bot_id = ${bot})`;
  return [
    ["user_account", { id: account, name: `Ann ${account}`, email }],
    [
      "user_session",
      { user_id, token: `s3cret-hash ${account}`, expires_at: now, updated_at: now },
    ],
    [
      "user_login",
      {
        user_id,
        account_id: String(account),
        provider_id: "credential",
        password: "s3cret-hash",
        updated_at: now,
      },
    ],
    [
      "user_verification",
      {
        identifier: `reset-password:s3cret-hash-${account}`,
        value: String(account),
        expires_at: now,
      },
    ],
    [
      "bot",
      {
        id: bot,
        user_id,
        platform: "telegram",
        name: "my bot",
        account: String(bot),
        sealed: await seal(
          { bot_token: "s3cret-of-bot" },
          botContext({ userId: account, platform: "telegram" }),
        ),
      },
    ],
    ["adapter_state", { bot_id: bot, key: "token", json: '"s3cret-of-bot"' }],
    // A NUL, which JSON escapes and a text cannot hold.
    [
      "message",
      {
        bot_id: bot,
        platform_id: `m-${account}`,
        chat: "ann",
        incoming: String.raw`{"message":{"type":"image","text":"a\u0000b \"c\" \\"}}`,
        done_at: now,
      },
    ],
    [
      "message_attempt",
      { message_id: ofMessage, number: 1, ended: "done", node: "n", trace: "s3cret-of-bot" },
    ],
    [
      "plugin_run",
      {
        message_id: ofMessage,
        attempt: 1,
        place: 0,
        plugin: "chat",
        version: sha256,
        status: "handled",
        ms: 1.5,
        sends: 1,
        credits: 0,
      },
    ],
    [
      "bot_login",
      { id: set, user_id, platform: "wechat", node: "n", state: '{"qr":"s3cret-of-bot"}' },
    ],
    [
      "bot_callback",
      { id: set, bot_id: bot, node: "n", origin: "n", request: "s3cret-of-bot", answer: null },
    ],
    ["lane", { bot_id: bot, chat: "ann" }],
    [
      "journal_entry",
      { call_id: callId, sequence: 0, sealed: await seal(entry, journalContext(callId, 0)) },
    ],
    [
      "journal_entry",
      { call_id: callId, sequence: 1, sealed: await seal(image, journalContext(callId, 1)) },
    ],
    [
      "journal_entry",
      { call_id: callId, sequence: 2, sealed: await seal(creds, journalContext(callId, 2)) },
    ],
    ["journal_media", { sha256, bytes: media }],
    ["journal_media_use", { call_id: callId, sha256 }],
    ["storage_account", { user_id, bytes: 8 }],
    [
      "storage_value",
      { user_id, plugin_slug: "chat", key: String.raw`k\n\"`, json: '"v\\u0000"', bytes: 8 },
    ],
    ["storage_effect", { key: `${callId}/3`, status: "written" }],
    ["credit_account", { user_id, balance: 75 }],
    [
      "credit_row",
      { user_id, kind: "deposit", key: `gift ${account}`, credits: 100, created_at: now },
    ],
    [
      "credit_row",
      { user_id, kind: "reservation", key: `p ${account}`, credits: -25, created_at: now },
    ],
    ["reservation", { key: `p ${account}`, user_id, credits: 25, day, created_at: now }],
    ["spending_limit", { user_id, plugin_slug: "", period: "day", credits: 50 }],
    ["spending", { user_id, plugin_slug: "", period: day, credits: 25 }],
    ["credit_warning", { user_id, balance: 75, threshold: 80, created_at: now }],
    ["usage_counter", { counter: `images/${account}/${day}`, count: 1 }],
    ["usage_event", { counter: `images/${account}/${day}`, id: "i", before: 0 }],
    ...["ai/free", "ai-models", "export", "search/user", "submissions", "trials"].map(
      (limit): [table: string, row: Row] => [
        "rate_window",
        { key: `${limit}/${account}`, times: [1, 2], expires_at: Date.now() + 60_000 },
      ],
    ),
    [
      "platform_credentials",
      {
        id: set,
        user_id,
        platform: "feishu",
        sealed: await seal({ app_id: "cli", app_secret: "s3cret-of-set" }, credentialsContext(set)),
        created_at: now,
      },
    ],
    ["service_use", { ...ofUse, type: "ai", details: '{"model":"m","credits":25}' }],
    ["plugin", { id: plugin, slug: `chat-${account}`, developer_id: user_id, status: "pending" }],
    [
      "plugin_version",
      {
        id: version,
        plugin_id: plugin,
        ...ofVersion,
        code: "// approved",
        state: "approved",
        reviewed_by: 1,
      },
    ],
    [
      "plugin_version",
      { id: pending, plugin_id: plugin, ...ofVersion, version: "2.0.0", state: "pending" },
    ],
    ["update_report", { version_id: pending, report: '{"runs":3}' }],
    ["plugin", { id: draft, slug: `draft-${account}`, developer_id: user_id, status: "pending" }],
    ["plugin_version", { id: draftVersion, plugin_id: draft, ...ofVersion, state: "pending" }],
    [
      "installation",
      {
        bot_id: bot,
        plugin_id: plugin,
        version_id: version,
        sealed: await seal(
          { apiKey: "s3cret-of-plugin" },
          installationContext(bot ?? 0, plugin ?? 0),
        ),
      },
    ],
  ];
}

/** Rows of the tables without rows of accounts, except those of what runs at the moment. */
const SHARED_ROWS: readonly [table: string, row: Row][] = [
  ["ai_provider", { id: 1, name: "main", base_url: "https://ai.example.org/v1" }],
  [
    "ai_model",
    {
      name: "small",
      display_name: "Small",
      brand: "",
      category: "chat",
      provider_id: 1,
      provider_model: "small-1",
      input_price: "0.0700",
      output_price: "1000000",
      cost_multiplier: "1.10",
      is_free: false,
      enabled: true,
      position: 1,
    },
  ],
  ["search_provider", { name: "web", type: "duckduckgo", enabled: true, position: 1 }],
  ["host_setting", { key: "free_images_per_day", value: "3" }],
];

/** Inserts the rows of an account, as far as the tables and columns exist in this version of the schema. */
export async function insertFixture<DB>(db: Kysely<DB>, account: number): Promise<void> {
  await insertRows(db, await fixtureRows(account));
  if (!(await tableColumns(db)).has("plugin")) return;
  await sql`
    update plugin set published_id = ${account + 3} where id = ${account + 2}`.execute(db);
}

/** Inserts rows of the tables that all accounts share. */
export async function insertShared<DB>(db: Kysely<DB>): Promise<void> {
  await insertRows(db, SHARED_ROWS);
}

/** Inserts rows, as far as the tables and columns exist in this version of the schema. */
export async function insertRows<DB>(
  db: Kysely<DB>,
  rows: readonly [table: string, row: Row][],
): Promise<void> {
  const columns = await tableColumns(db);
  for (const [table, row] of rows) {
    const known = Object.entries(row).filter(([name]) => columns.get(table)?.has(name) === true);
    if (known.length === 0) continue;
    await sql`
      insert into ${sql.table(table)} (${sql.join(known.map(([name]) => sql.ref(name)))})
      overriding system value
      values (${sql.join(known.map(([, value]) => sql`${value}`))})`.execute(db);
  }
}

/** The tables of the database with their columns. */
export async function tableColumns<DB>(
  db: Kysely<DB>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ table_name: string; columns: string[] }>`
    select table_name::text, array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = current_schema()
    group by table_name`.execute(db);
  return new Map(rows.map(({ table_name, columns }) => [table_name, new Set(columns)]));
}

/** All rows of all tables as JSON, by table. */
export async function dumpTables<DB>(
  db: Kysely<DB>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = [...(await tableColumns(db)).keys()].toSorted();
  const dumped: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(table)} t order by 1`.execute(db);
    dumped[table] = rows.map(({ row }) => row);
  }
  return dumped;
}
