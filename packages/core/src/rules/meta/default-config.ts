import type { PluginMeta } from "../../types/plugin-meta.ts";

/**
 * The default settings of a plugin, from its `config_schema`. A host overrides them with the user's
 * settings.
 *
 * @example
 * defaultConfig({ config_schema: [{ key: "city", label: "City", type: "text", default: "Berlin" }] });
 * // { city: "Berlin" }
 */
export function defaultConfig({ config_schema: schema = [] }: PluginMeta): Record<string, unknown> {
  return Object.fromEntries(
    schema.flatMap(({ key, default: value }) => (value === undefined ? [] : [[key, value]])),
  );
}
