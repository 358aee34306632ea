import { type Clock, describeError, type Logger } from "@botwright/core";
import {
  createBraveProvider,
  createDuckDuckGoProvider,
  createOpenAIProvider,
  createSearxngProvider,
  createTavilyProvider,
  type FetchFunction,
  type ModelDefinition,
  type ModelProvider,
  type SearchProvider,
  type Secrets,
} from "@botwright/services";
import type { Kysely, Selectable } from "kysely";
import type { SearchProviderTable } from "../database/tables/models.ts";
import type { Schema } from "../database/schema.ts";
import type { ModelRecord } from "./model-record.ts";
import { readModels } from "./models.ts";
import { createProviderKeys } from "./provider-key.ts";
import { createSearchProviderRows, readSearchProviders } from "./search-providers.ts";
import { readSettings, type ServiceSettings } from "./settings.ts";

/** The configuration as a node caches it, with the clients of its providers. */
export interface ConfigurationSnapshot {
  /** The enabled models, in their order. */
  readonly models: readonly ModelRecord[];
  readonly definitions: ReadonlyMap<string, ModelDefinition>;
  readonly providers: ReadonlyMap<string, ModelProvider>;
  readonly searchProviders: readonly SearchProvider[];
  readonly settings: ServiceSettings;
}

/** Options of {@link readSnapshot}. */
export interface SnapshotOptions {
  readonly db: Kysely<Schema>;
  readonly secrets: Secrets;
  /** Performs the requests to providers. @default the global `fetch` */
  readonly fetch?: FetchFunction;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Reads the whole configuration from one snapshot of the database. A provider whose key cannot be opened is logged as
 * an error and left out, so that the others stay usable.
 */
export async function readSnapshot(options: SnapshotOptions): Promise<ConfigurationSnapshot> {
  const { db, secrets, fetch, clock, logger } = options;
  const http = { ...(fetch !== undefined && { fetch }), clock };
  const modelKeys = createProviderKeys(secrets, "ai-provider");
  const searchRows = createSearchProviderRows(secrets);
  const read = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => ({
      models: await readModels(trx),
      providers: await trx.selectFrom("ai_provider").selectAll().execute(),
      engines: await readSearchProviders(trx),
      settings: await readSettings(trx),
    }));

  async function unlessBroken<Provider>(
    name: string,
    create: () => Promise<Provider>,
  ): Promise<Provider[]> {
    try {
      return [await create()];
    } catch (error) {
      logger.error("a provider cannot be used", { name, ...describeError(error) });
      return [];
    }
  }

  const providers = read.providers.map((row) =>
    unlessBroken(row.name, async () => {
      const apiKey = await modelKeys.open(row);
      const key = apiKey === undefined ? {} : { apiKey };
      const provider = createOpenAIProvider({
        ...http,
        baseUrl: row.base_url,
        name: row.name,
        ...key,
      });
      return [row.name, provider] as const;
    }),
  );
  const engines = read.engines
    .filter(({ enabled }) => enabled)
    .map((row) =>
      unlessBroken(row.name, async () => createEngine(row, await searchRows.keys.open(row), http)),
    );
  const models = read.models.filter(({ enabled }) => enabled);
  return {
    models,
    definitions: new Map(models.map((model) => [model.model_name, toDefinition(model)])),
    providers: new Map((await Promise.all(providers)).flat()),
    searchProviders: (await Promise.all(engines)).flat(),
    settings: read.settings,
  };
}

function toDefinition(model: ModelRecord): ModelDefinition {
  return {
    name: model.model_name,
    displayName: model.display_name,
    brand: model.brand,
    category: model.category,
    provider: model.provider,
    providerModel: model.provider_model,
    free: model.is_free,
    inputPrice: model.input_price,
    outputPrice: model.output_price,
    multiplier: model.cost_multiplier,
  };
}

function createEngine(
  { type, name, base_url: given }: Selectable<SearchProviderTable>,
  apiKey = "",
  http: { fetch?: FetchFunction; clock: Clock },
): SearchProvider {
  const baseUrl = given ?? undefined;
  const options = { ...http, name, ...(baseUrl !== undefined && { baseUrl }) };
  switch (type) {
    case "searxng":
      return createSearxngProvider({ ...options, baseUrl: baseUrl ?? "" });
    case "brave":
      return createBraveProvider({ ...options, apiKey });
    case "tavily":
      return createTavilyProvider({ ...options, apiKey });
    default:
      return createDuckDuckGoProvider(options);
  }
}
