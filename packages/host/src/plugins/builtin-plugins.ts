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
}

/** Creates the plugins of `@botwright/plugins`; all packages have one version. */
export function openBuiltinPlugins(opened: AsyncDisposableStack): BuiltinPlugins {
  const fetch = createGuardedFetch();
  opened.defer(() => fetch.close());
  return { plugins: createBuiltinPlugins({ fetch }), version: manifest.version };
}

/** What built-in plugins get as `pool`: queries, as those of the driver `pg`. */
interface PluginPool {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/** Gives the built-in plugins, and no others, the database. */
export function withPool(
  services: ServicesFor,
  builtins: ReadonlyMap<string, Plugin>,
  db: Kysely<Schema>,
): ServicesFor {
  const pool: PluginPool = {
    query: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, [...values])),
  };
  return (slug, run) => ({ ...services(slug, run), ...(builtins.has(slug) && { pool }) });
}
