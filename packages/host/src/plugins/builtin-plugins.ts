import type { Plugin, ServicesFor } from "@botwright/core";
import { createGuardedFetch } from "@botwright/guarded-fetch";
import { createBuiltinPlugins } from "@botwright/plugins";
import { CompiledQuery, type Kysely } from "kysely";
import manifest from "../../package.json" with { type: "json" };
import type { Schema } from "../database/schema.ts";

/** Plugins that come with a host. */
export interface BuiltinPlugins {
  readonly plugins: readonly Plugin[];
  /** Of the package that they come from. */
  readonly version: string;
  /**
   * Whether the plugins act outside of this process only by their context and by their host calls. A dry run
   * then runs them, refuses these, and gives them a `pool` that only reads; it leaves out plugins that have
   * other ways.
   * @default false
   */
  readonly mayRunDry?: boolean;
}

/** Creates the plugins of `@botwright/plugins`; all packages have one version. */
export function openBuiltinPlugins(opened: AsyncDisposableStack): BuiltinPlugins {
  const fetch = createGuardedFetch();
  opened.defer(() => fetch.close());
  const plugins = createBuiltinPlugins({ fetch });
  return { plugins, version: manifest.version, mayRunDry: true };
}

/** What built-in plugins get as `pool`: queries, as those of the driver `pg`. */
export interface PluginPool {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** Creates a pool that may do anything in the database. */
export function createPluginPool(db: Kysely<Schema>): PluginPool {
  return { query: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, [...values])) };
}

/** Creates a pool for dry runs: each query is a transaction of its own, in which the database refuses changes. */
export function createReadingPool(db: Kysely<Schema>): PluginPool {
  return {
    query: (...asked) =>
      db
        .transaction()
        .setAccessMode("read only")
        .execute((reading) => createPluginPool(reading).query(...asked)),
  };
}

/** Gives the built-in plugins, and no others, a pool. */
export function withPool(
  services: ServicesFor,
  builtins: ReadonlyMap<string, Plugin>,
  pool: PluginPool,
): ServicesFor {
  return (slug, run) => ({ ...services(slug, run), ...(builtins.has(slug) && { pool }) });
}
