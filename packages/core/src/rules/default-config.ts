import type { PluginMeta } from "../types/plugin-meta.ts";

/**
 * The settings that a plugin has before anybody sets them: the defaults of its `config_schema`. A host
 * puts what the user has set over them.
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
