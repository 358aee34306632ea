import { defaultConfig, knownSettings, type PluginMeta } from "@botwright/core";
import type { SettingsTool } from "@botwright/playground";
import type { ConfigSource } from "../config.ts";

/** Settings that can be changed on the page: they come before those of the file and of the flags. */
export interface PageSettings extends SettingsTool, ConfigSource {}

/**
 * Creates {@link PageSettings}.
 *
 * @param below where a setting comes from that the page has not changed
 * @param metas the plugins that are loaded now
 */
export function createPageSettings(
  below: ConfigSource,
  metas: () => readonly (PluginMeta & { readonly slug: string })[],
): PageSettings {
  /** By slug. */
  const changed = new Map<string, Record<string, unknown>>();
  /** As a host does, without what does not fit the schema: it may be for another version. */
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
