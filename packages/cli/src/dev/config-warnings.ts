import {
  distinctSettings,
  findSettingProblem,
  nearestName,
  type PluginMeta,
} from "@botwright/core";
import { CONFIG_FILE, type ConfigFile, type ConfigSource } from "./config.ts";
import { findUnknownNames } from "./unknown-names.ts";

/** The settings of a session, and the plugins to compare them with. */
export interface ConfigWarningsOptions {
  readonly file: ConfigFile;
  /** The keys of `--config`. */
  readonly flags: readonly string[];
  /** The values that the file and `--config` set together. */
  readonly valuesFor: ConfigSource["valuesFor"];
  /** The loaded plugins. */
  readonly plugins: readonly (PluginMeta & { readonly slug: string })[];
  /** Whether these are all plugins. If not, a setting may be meant for a plugin that does not load. */
  readonly isComplete: boolean;
}

/** Warnings for settings that no plugin declares or whose value is wrong, and for unknown fields of the file. */
export function findConfigWarnings(options: ConfigWarningsOptions): readonly string[] {
  const { file, flags, valuesFor, plugins, isComplete } = options;
  const warnings = [...file.warnings];
  for (const plugin of plugins) warnings.push(...findWrongValues(plugin, valuesFor(plugin)));
  for (const [slug, values] of Object.entries(file.config)) {
    const plugin = plugins.find((one) => one.slug === slug);
    if (plugin !== undefined) {
      const path = `${CONFIG_FILE}: config.${slug}.`;
      warnings.push(...findUnknownSettings(Object.keys(values), [plugin], path));
    } else if (isComplete) warnings.push(...checkSlug(slug, options));
  }
  if (!isComplete || plugins.length === 0) return warnings;
  return [...warnings, ...findUnknownSettings(flags, plugins, "--config ")];
}

/**
 * Logs each warning once when it appears, and again when it appears again after it had gone.
 *
 * @param find returns the current warnings
 * @returns a function to call after settings or plugins have changed
 */
export function createConfigCheck(
  find: () => readonly string[],
  warn: (text: string) => void,
): () => void {
  let logged: readonly string[] = [];
  return () => {
    const found = find();
    for (const text of found) if (!logged.includes(text)) warn(text);
    logged = found;
  };
}

function findWrongValues(
  { slug, config_schema: schema = [] }: ConfigWarningsOptions["plugins"][number],
  values: Readonly<Record<string, unknown>>,
): readonly string[] {
  return distinctSettings(schema).flatMap((item) => {
    if (!Object.hasOwn(values, item.key)) return [];
    const problem = findSettingProblem(item, values[item.key]);
    if (problem === undefined) return [];
    return [`the setting ${item.key} of ${slug} ${problem}, and hosts leave it out`];
  });
}

function findUnknownSettings(
  given: readonly string[],
  plugins: ConfigWarningsOptions["plugins"],
  path: string,
): readonly string[] {
  const known = plugins.flatMap(({ config_schema: schema = [] }) => schema.map(({ key }) => key));
  const slugs = plugins.map(({ slug }) => slug).join(" or ");
  const isNo = `no setting of ${slugs}, and hosts leave it out`;
  return findUnknownNames({ given, known: [...new Set(known)], path, isNo });
}

/**
 * Checks an unknown slug in the file. The file may have settings of plugins that do not run now, so only a slug that
 * resembles that of a plugin without settings is reported as misspelt.
 */
function checkSlug(slug: string, { file, plugins }: ConfigWarningsOptions): readonly string[] {
  const unset = plugins.map((one) => one.slug).filter((one) => !Object.hasOwn(file.config, one));
  const meant = nearestName(slug, unset);
  return meant === undefined
    ? []
    : [
        `${CONFIG_FILE}: config.${slug} is for no plugin here and is ignored: did you mean ${meant}?`,
      ];
}
