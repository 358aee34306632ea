import { createPace, createRedactor, type Redactor } from "@botwright/core";
import { credentialsContext, type Secrets } from "@botwright/services";
import type { Kysely } from "kysely";
import { botContext } from "../bots/bot-context.ts";
import type { Schema } from "../database/schema.ts";
import { secretSettings } from "../messages/read-attempts.ts";
import { installationContext } from "../plugins/load-installed.ts";
import { openSecret } from "../secrets/open-secret.ts";

/**
 * Creates a redactor that knows the secrets of an account: of its bots, its credentials and its plugins' settings.
 * There may be a thousand, each in many forms, so the event loop gets turns between them.
 */
export async function createAccountRedactor(
  db: Kysely<Schema>,
  secrets: Secrets,
  userId: number,
): Promise<Redactor> {
  const redactor = createRedactor();
  const pace = createPace();

  async function add(platform: string, sealed: string, context: string): Promise<void> {
    const json = await openSecret(secrets, sealed, context);
    if (json === undefined) return;
    redactor.addFields(platform, JSON.parse(json));
    await pace(json.length);
  }

  const bots = await db
    .selectFrom("bot")
    .select(["platform", "sealed"])
    .where("user_id", "=", userId)
    .execute();
  for (const { platform, sealed } of bots) {
    await add(platform, sealed, botContext({ userId, platform }));
  }
  const sets = await db
    .selectFrom("platform_credentials")
    .select(["id", "platform", "sealed"])
    .where("user_id", "=", userId)
    .execute();
  for (const { id, platform, sealed } of sets) await add(platform, sealed, credentialsContext(id));
  const installations = await db
    .selectFrom("installation as i")
    .innerJoin("bot as b", "b.id", "i.bot_id")
    .select(["i.bot_id", "i.plugin_id", "i.sealed"])
    .where("b.user_id", "=", userId)
    .execute();
  for (const { bot_id, plugin_id, sealed } of installations) {
    const context = installationContext(bot_id, plugin_id);
    const json = sealed === null ? undefined : await openSecret(secrets, sealed, context);
    if (json === undefined) continue;
    // Every sealed value was entered as a password, whatever the current version declares.
    const config: Readonly<Record<string, unknown>> = JSON.parse(json);
    redactor.addConfig(secretSettings({ passwords: Object.keys(config), config }), config);
    await pace(json.length);
  }
  return redactor;
}
