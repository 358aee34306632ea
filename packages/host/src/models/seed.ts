import type { Secrets } from "@botwright/services";
import type { Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";
import { createModelProviders, type NewModelProvider } from "./model-providers.ts";
import type { NewModel } from "./model-record.ts";
import { createModels } from "./models.ts";
import {
  createSearchProviderRows,
  readSearchProviders,
  type SearchProviderInput,
} from "./search-providers.ts";
import { claimSetting, type ServiceSettings, writeSettings } from "./settings.ts";

/** The initial configuration of a host. */
export interface ConfigurationSeed extends Partial<Omit<ServiceSettings, "journal_days">> {
  readonly providers?: readonly NewModelProvider[];
  readonly models?: readonly NewModel[];
  /** Added after the existing engines. */
  readonly search_providers?: readonly SearchProviderInput[];
}

/**
 * Writes a seed, once per name.
 *
 * @returns whether it was written now
 * @throws {BotwrightError} `INVALID_INPUT`, `PROVIDER_NAME_TAKEN`, `MODEL_NAME_TAKEN`
 */
export async function seedConfiguration(
  trx: Transaction<Schema>,
  secrets: Secrets,
  seed: ConfigurationSeed,
  name: string,
): Promise<boolean> {
  if (!(await claimSetting(trx, `seed/${name}`, true))) return false;
  const { providers = [], models = [], search_providers: engines = [], ...settings } = seed;
  const modelProviders = createModelProviders(trx, secrets, (work) => work(trx));
  for (const provider of providers) await modelProviders.create(provider);
  const modelRows = createModels(trx, (work) => work(trx));
  for (const model of models) await modelRows.create(model);
  const searchRows = createSearchProviderRows(secrets);
  const known = (await readSearchProviders(trx)).map(({ id, type }) => ({ id, type }));
  await searchRows.replace(trx, [...known, ...engines]);
  await writeSettings(trx, settings);
  return true;
}
