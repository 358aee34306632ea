import { sep } from "node:path";

/** The files on which the build of one plugin depends, as absolute paths. */
interface PluginFiles {
  /** Those that were read. */
  readonly inputs: readonly string[];
  /** Those that its imports look for, and that do not exist. */
  readonly missing: readonly string[];
}

/** The files on which the builds of all plugins depend. */
export interface BuildFiles {
  readonly set: (plugin: string, files: PluginFiles) => void;
  readonly delete: (plugin: string) => void;
  /** Whether a change of this file, or of a folder that it is in, changes what becomes of the plugin. */
  readonly dependsOn: (plugin: string, changed: string) => boolean;
  /** The authors' files, those of packages left out. */
  readonly inputs: () => readonly string[];
  readonly missing: () => readonly string[];
}

/** Files of packages do not change; the list of those that are installed does. */
const OF_PACKAGE = /[\\/]node_modules[\\/](?!\.package-lock\.json$)/;

/** Creates {@link BuildFiles} without plugins. */
export function createBuildFiles(): BuildFiles {
  /** By the plugin's path. */
  const plugins = new Map<string, PluginFiles>();
  return {
    set: (plugin, files) => void plugins.set(plugin, files),
    delete: (plugin) => void plugins.delete(plugin),
    dependsOn(plugin, changed) {
      const { inputs = [], missing = [] } = plugins.get(plugin) ?? {};
      const isChanged = (path: string): boolean =>
        path === changed || path.startsWith(`${changed}${sep}`);
      return inputs.some(isChanged) || missing.some(isChanged);
    },
    inputs: () =>
      [...plugins.values()]
        .flatMap(({ inputs }) => inputs)
        .filter((path) => !OF_PACKAGE.test(path)),
    missing: () => [...plugins.values()].flatMap(({ missing }) => missing),
  };
}
