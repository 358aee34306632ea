import type { JournalEntry, PluginMeta, Redactor } from "@botwright/core";
import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import { readMeta } from "../publication/plugin-rows.ts";

/** Adds the secrets in an entry of a journal to a redactor. */
export type LearnSecrets = (entry: JournalEntry) => Promise<void>;

/** The part of a declaration that says which settings are passwords. */
type Declaration = Pick<PluginMeta, "config_schema">;

/**
 * Creates a {@link LearnSecrets}. An entry may contain secrets that are stored nowhere else any more: the password of a
 * plugin that was changed or uninstalled, or the credentials of a deleted set. Every entry may have such secrets in its
 * arguments, its answer and its bytes.
 */
export function createSecretLearner(db: Kysely<Schema>, redactor: Redactor): LearnSecrets {
  /** The declarations that were read, by version. */
  const known = new Map<string | undefined, readonly Declaration[]>();

  /** The declarations of a version; none if it was deleted. `undefined`: of all plugins that come with the host. */
  async function declarationsOf(version: string | undefined): Promise<readonly Declaration[]> {
    const found = known.get(version);
    if (found !== undefined) return found;
    const rows = await db
      .selectFrom("plugin_version as v")
      .innerJoin("plugin as p", "p.id", "v.plugin_id")
      .select("v.meta")
      .where((row) =>
        version === undefined ? row("p.builtin", "=", true) : row("v.sha256", "=", version),
      )
      .execute();
    const declarations = rows.map(({ meta }): Declaration => {
      const { config_schema: schema = [] } = readMeta(meta);
      return { config_schema: schema.filter(({ type }) => type === "password") };
    });
    known.set(version, declarations);
    return declarations;
  }

  return async ({ operation, args, outcome, version, config }) => {
    if (outcome !== undefined) redactor.addOutcome({ operation, args }, outcome);
    if (config === undefined) return;
    const declarations = await declarationsOf(version);
    for (const declaration of declarations) redactor.addConfig(declaration, config);
    // Without a declaration, any setting may be a password.
    if (declarations.length === 0) redactor.addFields("config", config);
  };
}
