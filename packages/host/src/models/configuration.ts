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
   * Performs the requests to the providers. It need not refuse private addresses, because only administrators enter the
   * providers' URLs, which may be in the host's own network.
   * @default the global `fetch`
   */
  readonly fetch?: FetchFunction;
  /** Days for which rows are kept; an administrator can override those of journals. @default `RETENTION_DAYS` */
  readonly retention?: Partial<RetentionDays>;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** The settings, with the search engines in the order in which the host queries them. */
export interface SettingsRecord extends Omit<ServiceSettings, "journal_days"> {
  /** Days for which journals of runs are kept. */
  readonly journal_days: number;
  readonly search_providers: readonly SearchProviderRecord[];
}

/** Changes of settings; absent fields keep their values. */
export interface SettingsChanges extends Partial<ServiceSettings> {
  /** All search engines, in the order in which the host queries them. An engine that is not in the list is deleted. */
  readonly search_providers?: readonly SearchProviderInput[];
}

/** The models, providers, prices and search engines of a host, which administrators change while it runs. */
export interface ServiceConfiguration {
  /** For `createServices({ ai: { ...configuration.ai, ledger } })`. */
  readonly ai: Required<Pick<AIOptions, "models" | "providers" | "freeImagesPerDay">>;
  /** For `createServices({ search: { ...configuration.search, cache } })`. */
  readonly search: Pick<SearchServiceSetup, "providers">;
  /** The configuration as this node has cached it; after a change on any node, it is read again. */
  current(): Promise<ConfigurationSnapshot>;
  readonly modelProviders: ModelProviders;
  readonly models: Models;
  settings(): Promise<SettingsRecord>;
  /** Days for which rows are kept now. */
  readonly retentionDays: () => Promise<RetentionDays>;
  /** @throws {InvalidInputError} `INVALID_INPUT` naming the field */
  changeSettings(changes: SettingsChanges): Promise<SettingsRecord>;
  /**
   * Writes the initial configuration of a host, once per name, so that a later start does not overwrite what an
   * administrator has changed.
   *
   * @param name of the seed. @default "host"
   * @returns whether it was written now
   */
  seed(seed: ConfigurationSeed, name?: string): Promise<boolean>;
  close(): void;
}

/** The channel of the notification that the configuration has changed. */
const CHANNEL = "service_configuration";

/**
 * Creates the configuration of models, providers and search engines over the database.
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
    // At once, and not with the notification, so that the administrator's next request to this node sees the change.
    forget();
    return result;
  };

  async function settings(): Promise<SettingsRecord> {
    const engines = await readSearchProviders(db);
    const stored = await readSettings(db);
    const { journals: journal_days } = daysOf(stored);
    return { ...stored, journal_days, search_providers: engines.map(toSearchProviderRecord) };
  }

  /** At most as many days for journals as for messages: a later start may have fewer `messages` than were checked. */
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
