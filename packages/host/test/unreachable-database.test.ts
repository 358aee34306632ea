import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAesSecrets } from "@botwright/services";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createPostgresCache,
  createPostgresCredentialStore,
  createPostgresJournal,
  createPostgresKeyValueStore,
  createPostgresLedger,
  createPostgresRateLimiter,
  createPostgresUsageCounter,
  type Database,
  openDatabase,
  startEmbeddedPostgres,
} from "../src/index.ts";
import { addDataFolder } from "./data-folder.ts";

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botwright-away-"));
  await addDataFolder(folder);
  const postgres = await startEmbeddedPostgres({ folder });
  database = await openDatabase({ connection: postgres.connection });
  await postgres.stop();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const scope = { userId: 1, pluginSlug: "a" };

/** What a plugin's run may ask of each store. */
const ASKED: Record<string, (db: Database["db"]) => Promise<unknown>> = {
  storage: (db) => createPostgresKeyValueStore(db).get(scope, "key"),
  ledger: (db) => createPostgresLedger(db).balance(1),
  "a reservation": (db) =>
    createPostgresLedger(db).reserve({ userId: 1, key: "k", credits: 1, day: "2026-01-01" }),
  limiter: (db) => createPostgresRateLimiter(db).take("k", { limit: 1, windowMs: 1000 }),
  counter: (db) => createPostgresUsageCounter(db).count("k"),
  cache: (db) => createPostgresCache(db, () => undefined).get("k"),
  credentials: (db) => createPostgresCredentialStore(db).list(1, "feishu"),
  journal: (db) =>
    createPostgresJournal({
      db,
      secrets: createAesSecrets({ keys: { k: randomBytes(32) }, current: "k" }),
    }).read("k"),
  "a transaction": (db) => db.transaction().execute(async () => {}),
  notifications: () => database.notifications.notify("channel"),
};

test.each(Object.entries(ASKED))(
  "without the database, %s fails as infrastructure, so that the message is handled again",
  async (_what, ask) => {
    await expect(ask(database.db)).rejects.toMatchObject({ code: "INFRASTRUCTURE_FAILED" });
  },
);
