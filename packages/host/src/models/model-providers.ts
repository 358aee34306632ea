import { BotwrightError } from "@botwright/core";
import { readBaseUrl, type Secrets } from "@botwright/services";
import type { Kysely, Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";
import { refuseDuplicate } from "../database/constraints.ts";
import type { ChangeConfiguration } from "./change-configuration.ts";
import { checkWord } from "./check-fields.ts";
import { createProviderKeys, type KeyRow } from "./provider-key.ts";

/** A server that runs models, as an administrator enters it. */
export interface NewModelProvider {
  /** Unique; models refer to their provider by this name. */
  readonly name: string;
  /**
   * The base URL of an OpenAI-compatible API, with its version. It may be in the host's own network, because only
   * administrators enter it.
   */
  readonly base_url: string;
  /** Stored sealed, and never returned. @default no key is sent */
  readonly api_key?: string | null;
}

/** A server that runs models. */
export interface ModelProviderRecord {
  readonly id: number;
  readonly name: string;
  readonly base_url: string;
  readonly has_key: boolean;
  /** The number of its models. */
  readonly models: number;
  /** ISO 8601. */
  readonly updated_at: string;
}

/** The servers that run models, for administrators. */
export interface ModelProviders {
  list(): Promise<ModelProviderRecord[]>;
  /** @throws {BotwrightError} `INVALID_INPUT`, `PROVIDER_NAME_TAKEN` */
  create(provider: NewModelProvider): Promise<ModelProviderRecord>;
  /**
   * Changes the given fields. If `base_url` changes to another server, a provider with a key needs its key again.
   *
   * @throws {BotwrightError} `INVALID_INPUT`, `PROVIDER_NAME_TAKEN`, `PROVIDER_NOT_FOUND`
   */
  update(id: number, changes: Partial<NewModelProvider>): Promise<ModelProviderRecord>;
  /** @throws {BotwrightError} `PROVIDER_NOT_FOUND`, `PROVIDER_IN_USE` while it has models */
  remove(id: number): Promise<void>;
}

/** Creates the administration of providers. */
export function createModelProviders(
  db: Kysely<Schema>,
  secrets: Secrets,
  change: ChangeConfiguration,
): ModelProviders {
  const keys = createProviderKeys(secrets, "ai-provider");

  async function write(
    trx: Transaction<Schema>,
    before: KeyRow & { name: string; base_url: string },
    { name, base_url: baseUrl, api_key: apiKey }: Partial<NewModelProvider>,
  ): Promise<void> {
    const { id } = before;
    const row = {
      name: name === undefined ? before.name : checkWord("name", name),
      base_url: baseUrl === undefined ? before.base_url : readBaseUrl(baseUrl, "base_url"),
    };
    const sealed = await keys.seal({ ...row, id }, before, apiKey);
    const update = trx
      .updateTable("ai_provider")
      .set({ ...row, sealed, updated_at: new Date() })
      .where("id", "=", id);
    await refuseDuplicate(update.execute(), () => nameTaken(row.name));
  }

  return {
    list: () => readProviders(db),
    create: (provider) =>
      change(async (trx) => {
        const name = checkWord("name", provider.name);
        const base_url = readBaseUrl(provider.base_url, "base_url");
        // The key is sealed for the row's id, which is known only after the insert.
        const insert = trx
          .insertInto("ai_provider")
          .values({ name, base_url })
          .returning(["id", "name", "base_url", "sealed"]);
        const row = await refuseDuplicate(insert.executeTakeFirstOrThrow(), () => nameTaken(name));
        await write(trx, row, { api_key: provider.api_key ?? null });
        return readProvider(trx, row.id);
      }),
    update: (id, changes) =>
      change(async (trx) => {
        const row = await trx
          .selectFrom("ai_provider")
          .select(["id", "name", "base_url", "sealed"])
          .where("id", "=", id)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) throw notFound();
        await write(trx, row, changes);
        return readProvider(trx, id);
      }),
    remove: (id) =>
      change(async (trx) => {
        // Locks the provider, so that no model is added to it before it is deleted.
        const row = trx.selectFrom("ai_provider").select("name").where("id", "=", id).forUpdate();
        if ((await row.executeTakeFirst()) === undefined) throw notFound();
        const { models, name } = await readProvider(trx, id);
        if (models > 0) throw inUse(name, models);
        await trx.deleteFrom("ai_provider").where("id", "=", id).execute();
      }),
  };
}

async function readProviders(db: Kysely<Schema>, id?: number): Promise<ModelProviderRecord[]> {
  const rows = await db
    .selectFrom("ai_provider as p")
    .leftJoin("ai_model as m", "m.provider_id", "p.id")
    .select(["p.id", "p.name", "p.base_url", "p.sealed", "p.updated_at"])
    .select(({ fn }) => fn.count<number>("m.id").as("models"))
    .$if(id !== undefined, (query) => query.where("p.id", "=", id ?? 0))
    .groupBy("p.id")
    .orderBy("p.name")
    .execute();
  return rows.map(({ sealed, updated_at, ...row }) => ({
    ...row,
    has_key: sealed !== null,
    updated_at: updated_at.toISOString(),
  }));
}

async function readProvider(db: Kysely<Schema>, id: number): Promise<ModelProviderRecord> {
  const [row] = await readProviders(db, id);
  if (row === undefined) throw notFound();
  return row;
}

function notFound(): BotwrightError {
  return new BotwrightError("there is no such provider", { code: "PROVIDER_NOT_FOUND" });
}

function nameTaken(name: string): BotwrightError {
  return new BotwrightError(`there is a provider "${name}" already: choose another name`, {
    code: "PROVIDER_NAME_TAKEN",
  });
}

function inUse(name: string, models: number): BotwrightError {
  const message = `"${name}" has ${models} models: delete them first, or give them another provider`;
  return new BotwrightError(message, { code: "PROVIDER_IN_USE" });
}
