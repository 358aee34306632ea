import { type Clock, type Logger, silentLogger, systemClock } from "@botwright/core";
import type { AIOptions, FetchFunction, SearchServiceSetup, Secrets } from "@botwright/services";
import { notifyOnCommit } from "../database/notify-on-commit.ts";
import type { Database } from "../database/open-database.ts";
import type { ChangeConfiguration } from "./change-configuration.ts";
import { createModelProviders, type ModelProviders } from "./model-providers.ts";
import { createModels, type Models } from "./models.ts";
import { type RetentionDays, toRetentionDays } from "../retention/retention-days.ts";
import {
  createSearchProviderRows,
  readSearchProviders,
  type SearchProviderInput,
  type SearchProviderRecord,
  toSearchProviderRecord,
} from "./search-providers.ts";
import { type ConfigurationSeed, seedConfiguration } from "./seed.ts";
import { readSettings, type ServiceSettings, writeSettings } from "./settings.ts";
import { type ConfigurationSnapshot, readSnapshot } from "./snapshot.ts";

/** Options of {@link createServiceConfiguration}. */
export interface ServiceConfigurationOptions {
  readonly database: Database;
  /** Seals the keys of providers. */
  readonly secrets: Secrets;
  /**
   * Performs the requests to the providers. Only administrators enter their addresses, which may be in the
   * host's own network.
   * @default the global `fetch`
   */
  readonly fetch?: FetchFunction;
  /** For how many days old rows are kept, unless an administrator sets it. @default `RETENTION_DAYS` */
  readonly retention?: Partial<RetentionDays>;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** Settings, with the search engines in the order in which they are asked. */
export interface SettingsRecord extends Omit<ServiceSettings, "journal_days"> {
  /** For how many days journals of runs are kept. */
  readonly journal_days: number;
  readonly search_providers: readonly SearchProviderRecord[];
}

/** Changes of settings; what is not given stays. */
export interface SettingsChanges extends Partial<ServiceSettings> {
  /** All search engines, in the order in which they are asked; one that is not in the list is removed. */
  readonly search_providers?: readonly SearchProviderInput[];
}

/** The models, providers, prices and search engines of a host, which administrators change while it runs. */
export interface ServiceConfiguration {
  /** For `createServices({ ai: { ...configuration.ai, ledger } })`. */
  readonly ai: Required<Pick<AIOptions, "models" | "providers" | "freeImagesPerDay">>;
  /** For `createServices({ search: { ...configuration.search, cache } })`. */
  readonly search: Pick<SearchServiceSetup, "providers">;
  /** What this node knows, read again after a change on any node. */
  current(): Promise<ConfigurationSnapshot>;
  readonly modelProviders: ModelProviders;
  readonly models: Models;
  settings(): Promise<SettingsRecord>;
  /** For how many days old rows are kept now. */
  readonly retentionDays: () => Promise<RetentionDays>;
  /** @throws {InvalidInputError} `INVALID_INPUT` naming the field */
  changeSettings(changes: SettingsChanges): Promise<SettingsRecord>;
  /**
   * Writes what a new host begins with, once per name: a host that was started before keeps what its
   * administrator made of it.
   *
   * @param name of the seed. @default "host"
   * @returns whether it was written now
   */
  seed(seed: ConfigurationSeed, name?: string): Promise<boolean>;
  close(): void;
}

/** The channel on which a node tells the others that the configuration has changed. */
const CHANNEL = "service_configuration";

/**
 * Keeps models, providers and search engines in the database.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` when a retention is too short
 * @example
 * const configuration = createServiceConfiguration({ database, secrets });
 * const services = createServices({ ai: configuration.ai, search: configuration.search });
 */
export function createServiceConfiguration(
  options: ServiceConfigurationOptions,
): ServiceConfiguration {
  const { database, secrets, clock = systemClock, logger = silentLogger } = options;
  const { db, notifications } = database;
  const searchRows = createSearchProviderRows(secrets);
  const startDays = toRetentionDays(options.retention ?? {});
  let snapshot: Promise<ConfigurationSnapshot> | undefined;
  const forget = (): void => void (snapshot = undefined);
  const unlisten = notifications.listen(CHANNEL, forget);

  function current(): Promise<ConfigurationSnapshot> {
    if (snapshot !== undefined) return snapshot;
    const reading = readSnapshot({ ...options, db, clock, logger });
    snapshot = reading;
    reading.catch(() => {
      if (snapshot === reading) forget();
    });
    return reading;
  }

  const change: ChangeConfiguration = async (work) => {
    const result = await db.transaction().execute(async (trx) => {
      const done = await work(trx);
      await notifyOnCommit(trx, CHANNEL);
      return done;
    });
    // Who has changed something sees it with its next request.
    forget();
    return result;
  };

  async function settings(): Promise<SettingsRecord> {
    const engines = await readSearchProviders(db);
    const stored = await readSettings(db);
    const { journals: journal_days } = daysOf(stored);
    return { ...stored, journal_days, search_providers: engines.map(toSearchProviderRecord) };
  }

  /** Journals are kept no longer than the messages that they belong to, whose days a start may lower. */
  function daysOf({ journal_days }: ServiceSettings): RetentionDays {
    if (journal_days === null) return startDays;
    return { ...startDays, journals: Math.min(journal_days, startDays.messages) };
  }

  return {
    ai: {
      models: {
        list: async () => [...(await current()).definitions.values()],
        find: async (name) => (await current()).definitions.get(name),
      },
      providers: async (name) => (await current()).providers.get(name),
      freeImagesPerDay: async () => (await current()).settings.free_images_per_day,
    },
    search: { providers: async () => (await current()).searchProviders },
    current,
    modelProviders: createModelProviders(db, secrets, change),
    models: createModels(db, change),
    settings,
    retentionDays: async () => daysOf((await current()).settings),
    async changeSettings({ search_providers: engines, ...changes }) {
      const { journal_days: journals = null } = changes;
      if (journals !== null) toRetentionDays({ ...startDays, journals });
      await change(async (trx) => {
        await writeSettings(trx, changes);
        if (engines !== undefined) await searchRows.replace(trx, engines);
      });
      return settings();
    },
    seed: (seed, name = "host") => change((trx) => seedConfiguration(trx, secrets, seed, name)),
    close: unlisten,
  };
}
