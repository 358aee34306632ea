import type { Plugin } from "@botwright/core";
import { CompiledQuery, type Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";

/** The database as built-in plugins see it: the specification's `pool`. */
export interface PluginPool {
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
}

/** Gives a built-in plugin `pool` in its context. It is trusted, and can read and write every table. */
export function withPool(plugin: Plugin, db: Kysely<Schema>): Plugin {
  const pool: PluginPool = {
    query: (text, values = []) =>
      db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values])),
  };
  return {
    ...plugin,
    handler: (context, call) => plugin.handler({ ...context, pool }, call),
  };
}
