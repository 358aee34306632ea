import type { Plugin, ServicesFor } from "@botwright/core";
import { createGuardedFetch } from "@botwright/guarded-fetch";
import { createBuiltinPlugins } from "@botwright/plugins";
import { CompiledQuery, type Kysely } from "kysely";
import manifest from "../../package.json" with { type: "json" };
import type { Schema } from "../database/schema.ts";

/** Plugins that come with a host. */
export interface BuiltinPlugins {
  readonly plugins: readonly Plugin[];
  /** The version of the package that contains the plugins. */
  readonly version: string;
  /**
   * Whether the plugins act outside of this process only through their context and their host calls. A dry run then
   * runs them with refused host calls and a read-only `pool`; otherwise it leaves them out.
   * @default false
   */
  readonly mayRunDry?: boolean;
}

/** Creates the plugins of `@botwright/plugins`. The version is the host's, because all packages have the same. */
export function openBuiltinPlugins(opened: AsyncDisposableStack): BuiltinPlugins {
  const fetch = createGuardedFetch();
  opened.defer(() => fetch.close());
  const plugins = createBuiltinPlugins({ fetch });
  return { plugins, version: manifest.version, mayRunDry: true };
}

/** The `pool` of built-in plugins: `query` as in the driver `pg`. */
export interface PluginPool {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** Creates a pool that can read and change everything in the database. */
export function createPluginPool(db: Kysely<Schema>): PluginPool {
  return { query: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, [...values])) };
}

/** Creates a pool for dry runs: each query runs in a read-only transaction of its own. */
export function createReadingPool(db: Kysely<Schema>): PluginPool {
  return {
    query: (...asked) =>
      db
        .transaction()
        .setAccessMode("read only")
        .execute((reading) => createPluginPool(reading).query(...asked)),
  };
}

/** Adds a pool to the services of the built-in plugins, and of no others. */
export function withPool(
  services: ServicesFor,
  builtins: ReadonlyMap<string, Plugin>,
  pool: PluginPool,
): ServicesFor {
  return (slug, run) => ({ ...services(slug, run), ...(builtins.has(slug) && { pool }) });
}
