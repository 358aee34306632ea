import { createHash } from "node:crypto";
import { botContext, type Database } from "@botwright/host";
import { createAesSecrets } from "@botwright/services";
import { KEYS } from "./host-settings.ts";
import type { Binding } from "./many.ts";

/** The id of the first account of the rows, above the ids of accounts that sign up. */
export const FIRST_ACCOUNT = 10_000;

const ECHO = `export const meta = {};
export async function handler({ bot, msg }) {
  await bot.reply(msg, "echo **" + msg.text + "**");
  return { handled: true };
}`;

/**
 * Writes bots with the echo plugin directly into the database, because the HTTP interface would test each connection
 * and allows an account only 20 bots. Bot `i` belongs to the account `FIRST_ACCOUNT + i`.
 */
export async function addBots({ db, notifications }: Database, bindings: readonly Binding[]) {
  const secrets = createAesSecrets(KEYS);
  const [version] = await addPlugins(db, 1, "echo", FIRST_ACCOUNT);
  if (version === undefined) throw new Error("the echo has no version");
  const rows = bindings.map(async ({ platform, credentials }, index) => {
    const owner = { userId: FIRST_ACCOUNT + index, platform };
    const sealed = await secrets.seal(JSON.stringify(fieldsOf(credentials)), botContext(owner));
    const account = `account ${index}`;
    return { user_id: owner.userId, platform, name: "a bot", sealed, account };
  });
  await db.transaction().execute(async (trx) => {
    const bots = await trx
      .insertInto("bot")
      .values(await Promise.all(rows))
      .returning("id")
      .execute();
    const installations = bots.map(({ id }) => ({ bot_id: id, ...version }));
    await trx.insertInto("installation").values(installations).execute();
  });
  await notifications.notify("bots");
}

/** Converts credentials to the field names of the platform's binding, which are in snake case. */
function fieldsOf(credentials: Binding["credentials"]): Record<string, string> {
  const fields = Object.entries(credentials).map(
    ([name, value]) =>
      [name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`), value] as const,
  );
  return Object.fromEntries(fields);
}

/** Writes published plugins of a developer into the database. */
export async function addPlugins(
  db: Database["db"],
  count: number,
  name: string,
  developerId: number,
): Promise<{ plugin_id: number; version_id: number }[]> {
  const added: { plugin_id: number; version_id: number }[] = [];
  for (let index = 0; index < count; index++) {
    const slug = `${name}-${index}`;
    const plugin = await db
      .insertInto("plugin")
      .values({ slug, developer_id: developerId, status: "published", name: slug })
      .returning("id")
      .executeTakeFirstOrThrow();
    const version = await db
      .insertInto("plugin_version")
      .values({
        plugin_id: plugin.id,
        version: "1.0.0",
        sha256: createHash("sha256").update(ECHO).digest("hex"),
        code: ECHO,
        meta: JSON.stringify({ slug }),
        record: "{}",
        findings: "[]",
        state: "approved",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("plugin")
      .set({ published_id: version.id })
      .where("id", "=", plugin.id)
      .execute();
    added.push({ plugin_id: plugin.id, version_id: version.id });
  }
  return added;
}

/** Writes users into the database. */
export async function addUsers(db: Database["db"], count: number): Promise<void> {
  const users = Array.from({ length: count }, (_, index) => ({
    name: `User ${index}`,
    email: `user${index}@example.org`,
  }));
  await db.insertInto("user_account").values(users).execute();
}
