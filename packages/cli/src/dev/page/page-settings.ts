import { defaultConfig, knownSettings, type PluginMeta } from "@botwright/core";
import type { SettingsTool } from "@botwright/playground";
import type { ConfigSource } from "../config.ts";

/** Settings that can be changed on the page; they override those of the file and of the flags. */
export interface PageSettings extends SettingsTool, ConfigSource {}

/**
 * Creates {@link PageSettings}.
 *
 * @param below supplies the settings that the page has not changed
 * @param metas returns the currently loaded plugins
 */
export function createPageSettings(
  below: ConfigSource,
  metas: () => readonly (PluginMeta & { readonly slug: string })[],
): PageSettings {
  /** The changed values by slug. */
  const changed = new Map<string, Record<string, unknown>>();
  /** Leaves out values that do not fit the schema, as a host does: they may be for another version. */
  const valuesFor: ConfigSource["valuesFor"] = (meta) => {
    const values = { ...below.valuesFor(meta), ...changed.get(meta.slug ?? "") };
    return knownSettings(meta.config_schema ?? [], values);
  };
  return {
    valuesFor,
    list: () =>
      metas().map((meta) => ({
        plugin: meta.slug,
        fields: meta.config_schema ?? [],
        values: { ...defaultConfig(meta), ...valuesFor(meta) },
        changed: Object.keys(changed.get(meta.slug) ?? {}),
      })),
    change(plugin, values) {
      const all = Object.entries({ ...changed.get(plugin), ...values });
      changed.set(plugin, Object.fromEntries(all.filter(([, value]) => value !== undefined)));
    },
  };
}
