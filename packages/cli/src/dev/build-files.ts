import { sep } from "node:path";

/** The files on which the build of one plugin depends, as absolute paths. */
interface PluginFiles {
  /** The files that the build has read. */
  readonly inputs: readonly string[];
  /** The files that imports refer to, and that do not exist. */
  readonly missing: readonly string[];
}

/** The files on which the builds of all plugins depend. */
export interface BuildFiles {
  readonly set: (plugin: string, files: PluginFiles) => void;
  readonly delete: (plugin: string) => void;
  /** Whether a change of this file, or of a folder that contains it, can change the plugin. */
  readonly dependsOn: (plugin: string, changed: string) => boolean;
  /** The authors' files, without those of packages. */
  readonly inputs: () => readonly string[];
  readonly missing: () => readonly string[];
}

/** Matches files of packages, which do not change, except the list of the installed packages. */
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
