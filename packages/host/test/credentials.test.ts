import { randomBytes } from "node:crypto";
import { createManualClock } from "@botwright/core";
import { createAesSecrets, createServices } from "@botwright/services";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createCredentials,
  createPostgresCredentialStore,
  createPostgresServiceLog,
  type Database,
} from "../src/index.ts";
import { duringTransaction } from "./during-transaction.ts";
import { bindings, secrets } from "./node-of-bots.ts";
import { openTestDatabase } from "./test-database.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ANN = 1;
const BOB = 2;
const feishu = (app_id: string) => ({ app_id, app_secret: `secret of ${app_id}` });

// spec: credentials.several, get-creds.encrypted
test("sets of credentials are stored, named, chosen and used, and never shown", async () => {
  const { db } = database;
  const clock = createManualClock();
  const credentials = createCredentials({ db, secrets, bindings, clock, most: 3 });
  const services = createServices({
    credentials: { store: createPostgresCredentialStore(db), secrets },
    log: createPostgresServiceLog(db),
  });
  const read = services.forAccount(ANN)("notes").getPlatformCreds;
  const add = async (app_id: string, more: object = {}) => {
    clock.advance(1);
    return credentials.add(ANN, { platform: "feishu", credentials: feishu(app_id), ...more });
  };
  const first = await add("cli_1", { name: "Office" });
  expect(first).toMatchObject({
    name: "Office",
    fields: { app_id: "cli_1" },
    is_used: true,
    last_used_at: null,
  });
  const second = await add("cli_2", { is_default: true });
  const third = await add("cli_3", { is_default: true });
  expect(await credentials.list(ANN)).toMatchObject([
    { name: "Office", is_default: false, is_used: false },
    { name: "cli_2", is_default: false, is_used: false },
    { name: "cli_3", is_default: true, is_used: true },
  ]);
  expect(await read("feishu")).toEqual(feishu("cli_3"));
  await credentials.change(ANN, second.id, { is_default: true, name: "Shop" });
  expect(await read("feishu")).toEqual(feishu("cli_2"));
  await credentials.change(ANN, second.id, { credentials: feishu("cli_22") });
  expect(await read("feishu")).toEqual(feishu("cli_22"));
  const listed = await credentials.list(ANN);
  expect(listed.map(({ last_used_at }) => last_used_at !== null)).toEqual([false, true, true]);
  expect(JSON.stringify(listed)).not.toContain("secret of");
  const rows = await db.selectFrom("platform_credentials").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("secret of");

  await expect(add("cli_4")).rejects.toMatchObject({ code: "CREDENTIALS_LIMIT" });
  await credentials.remove(ANN, second.id);
  expect(await read("feishu")).toEqual(feishu("cli_3"));
  for (const attempt of [
    () => credentials.remove(BOB, third.id),
    () => credentials.change(BOB, third.id, { name: "mine" }),
    () => credentials.change(ANN, "999999999999", { name: "none" }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "CREDENTIALS_NOT_FOUND" });
  }
});

test("a set that is deleted while it is made the default leaves the default where it was", async () => {
  const { db } = database;
  const credentials = createCredentials({ db, secrets, bindings });
  const CLEO = 3;
  const add = (app_id: string, is_default: boolean) =>
    credentials.add(CLEO, { platform: "feishu", credentials: feishu(app_id), is_default });
  const kept = await add("cli_1", true);
  const deleted = await add("cli_2", false);
  const changing = duringTransaction(
    db,
    (trx) => trx.deleteFrom("platform_credentials").where("id", "=", deleted.id).execute(),
    () => credentials.change(CLEO, deleted.id, { is_default: true }),
  );
  await expect(changing).rejects.toMatchObject({ code: "CREDENTIALS_NOT_FOUND" });
  expect(await credentials.list(CLEO)).toMatchObject([{ id: kept.id, is_default: true }]);
});

test("a set whose key is lost is listed without its values, and can be entered anew or deleted", async () => {
  const { db } = database;
  const clock = createManualClock();
  const lost = createAesSecrets({ keys: { k0: randomBytes(32) }, current: "k0" });
  const before = createCredentials({ db, secrets: lost, bindings, clock });
  const DAN = 4;
  const platform = "feishu";
  const office = { platform, credentials: feishu("cli_1"), name: "Office" } as const;
  const { id } = await before.add(DAN, office);
  clock.advance(1);
  const other = await before.add(DAN, { platform, credentials: feishu("cli_2") });

  const credentials = createCredentials({ db, secrets, bindings, clock });
  const shown = async () =>
    (await credentials.list(DAN)).map(({ name, fields }) => ({ name, fields }));
  expect(await shown()).toEqual([
    { name: "Office", fields: {} },
    { name: "feishu", fields: {} },
  ]);
  const entered = await credentials.change(DAN, id, { credentials: feishu("cli_3") });
  expect(entered.fields).toEqual({ app_id: "cli_3" });
  await credentials.remove(DAN, other.id);
  clock.advance(1);
  await credentials.add(DAN, { platform, credentials: feishu("cli_4") });
  expect(await shown()).toEqual([
    { name: "Office", fields: { app_id: "cli_3" } },
    { name: "cli_4", fields: { app_id: "cli_4" } },
  ]);
});

// spec: credentials.wecom, credentials.dingtalk
test("credentials are checked by the platform's fields", async () => {
  const credentials = createCredentials({ db: database.db, secrets, bindings });
  const wecom = { corp_id: "ww1", agent_id: "1000002", secret: "s" };
  const added = await credentials.add(BOB, { platform: "wecom", credentials: wecom });
  expect(added).toMatchObject({ fields: { corp_id: "ww1", agent_id: "1000002" }, name: "ww1" });
  const wrong = credentials.add(BOB, {
    platform: "wecom",
    credentials: { ...wecom, agent_id: "one" },
  });
  await expect(wrong).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringMatching(/agent_id/u),
  });
  const missing = credentials.add(BOB, { platform: "dingtalk", credentials: { app_key: "k" } });
  await expect(missing).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringMatching(/app_secret/u),
  });
});
