import { stat } from "node:fs/promises";
import { relative } from "node:path";
import {
  createKeyedQueue,
  describeError,
  InvalidInputError,
  type Installation,
  type Logger,
  type Plugin,
  slugOfFile,
} from "@botwright/core";
import { PluginBuildError } from "@botwright/harness/build";
import type { Sandbox, SandboxFetch } from "@botwright/sandbox";
import { type PluginFile, readPluginFile } from "../plugins/plugin-files.ts";
import { createBuildFiles } from "./build-files.ts";
import type { ConfigSource } from "./config.ts";
import type { OnDevEvent } from "./events.ts";
import { inspectFile } from "./inspect-file.ts";

/** Options of {@link createDevPlugins}. */
export interface DevPluginsOptions {
  readonly sandbox: Sandbox;
  readonly fetch: SandboxFetch;
  readonly logger: Logger;
  readonly cwd: string;
  readonly config: ConfigSource;
  readonly onEvent: OnDevEvent;
}

/** The plugins of a session, each in the newest version that loads. */
export interface DevPlugins {
  readonly slugs: () => readonly string[];
  /** The loaded plugins, in the order of their files. */
  readonly all: () => readonly LoadedPlugin[];
  /** Whether the newest version of every file is loaded. */
  readonly areAllLoaded: () => boolean;
  /** The triggers that they declare. */
  readonly triggers: () => readonly string[];
  readonly installations: () => Promise<readonly Installation[]>;
  /** Loads a file; if a version cannot be loaded, the previous one stays. */
  readonly load: (path: string) => Promise<void>;
  /** Loads the files that are new in this list, in its order, and unloads those that are missing from it. */
  readonly follow: (paths: readonly string[]) => Promise<void>;
  /** Reloads the plugins whose build depends on this file. */
  readonly reload: (path: string) => Promise<void>;
  /** The authors' files of which plugins are built, without those of packages. */
  readonly inputs: () => readonly string[];
  /** Files that plugins import and that do not exist. */
  readonly missing: () => readonly string[];
}

/** A loaded plugin and its file. */
interface LoadedPlugin {
  /** The absolute path. */
  readonly path: string;
  readonly meta: Plugin["meta"];
}

interface Loaded {
  readonly version: string;
  readonly name: string;
  readonly plugin: Plugin;
}

/** Creates {@link DevPlugins} without plugins. */
export function createDevPlugins(files: readonly string[], options: DevPluginsOptions): DevPlugins {
  const { sandbox, fetch, logger, cwd, config, onEvent } = options;
  const loaded = new Map<string, Loaded>();
  /** The order of plugins with the same priority. */
  let paths = files;
  /** The last version that was tried, so that an error is reported once. */
  const tried = new Map<string, string>();
  /** Paths of files whose newest version could not be loaded. */
  const failed = new Set<string>();
  /** The slugs of files that are not loaded because another file has the same slug, by path. */
  const refused = new Map<string, string>();
  const builds = createBuildFiles();
  /** Loads each file in sequence. */
  const loads = createKeyedQueue();

  /**
   * Resolves a conflict of two plugins with one slug, which would share their storage: one is refused or unloaded. A
   * running plugin stays; of two new ones, the one that is first on the command line stays.
   */
  function resolveSlugConflict(slug: string, path: string): void {
    const found = findOther(slug, path);
    if (found === undefined) return;
    const [otherPath, { name }] = found;
    if (loaded.has(path) || paths.indexOf(otherPath) < paths.indexOf(path)) {
      refused.set(path, slug);
      throw duplicateSlug(slug, name);
    }
    loaded.delete(otherPath);
    failed.add(otherPath);
    refused.set(otherPath, slug);
    const error = describeError(duplicateSlug(slug, relative(cwd, path)));
    onEvent({ type: "load-failed", file: name, ...error, isServingOld: false });
  }

  /** The plugin of another file with this slug. */
  function findOther(slug: string, path: string): [path: string, Loaded] | undefined {
    return [...loaded].find(([other, { plugin }]) => other !== path && plugin.meta.slug === slug);
  }

  /** Loads the refused files whose slug is free now. */
  async function loadRefused(): Promise<void> {
    for (const path of paths.filter((one) => refused.has(one))) {
      const slug = refused.get(path);
      if (slug === undefined || findOther(slug, path) !== undefined) continue;
      refused.delete(path);
      tried.delete(path);
      await load(path);
    }
  }

  async function loadNow(path: string): Promise<void> {
    const before = loaded.get(path);
    const started = Date.now();
    let file: PluginFile | undefined;
    try {
      file = await readPluginFile(path, cwd);
      builds.set(path, { inputs: file.inputs, missing: [] });
      // The file may have disappeared for a moment.
      if (file.version === before?.version) failed.delete(path);
      // Some editors empty a file before they write it.
      if (file.version === tried.get(path) || (before && file.code.trim() === "")) return;
      tried.set(path, file.version);
      refused.delete(path);
      const { version, code, name } = file;
      const { approval, notices } = await inspectFile(file);
      for (const notice of notices) onEvent(notice);
      const info = { ...approval, defaultSlug: slugOfFile(path), file: name, fetch, logger };
      const plugin = await sandbox.load(code, info);
      const { slug } = plugin.meta;
      resolveSlugConflict(slug, path);
      loaded.set(path, { version, name, plugin });
      failed.delete(path);
      const since = before === undefined ? started : await writtenAt(file.inputs);
      const ms = Math.max(0, Math.round(Date.now() - since));
      onEvent({ type: "loaded", file: name, slug, ms, isReload: before !== undefined });
    } catch (error) {
      failed.add(path);
      const isServingOld = loaded.has(path);
      const name = file?.name ?? relative(cwd, path);
      if (error instanceof PluginBuildError) {
        builds.set(path, error);
        refused.delete(path);
        // The build may fail the same way when only some of the missing files have appeared.
        const version = `${error.message} ${await writtenAt(error.inputs)}`;
        if (version === tried.get(path)) return;
        tried.set(path, version);
      } else if (file === undefined) builds.delete(path);
      onEvent({ type: "load-failed", file: name, ...describeError(error), isServingOld });
    }
  }

  function unload(path: string): void {
    loaded.delete(path);
    tried.delete(path);
    failed.delete(path);
    refused.delete(path);
    builds.delete(path);
    onEvent({ type: "unloaded", file: relative(cwd, path) });
  }

  function inOrder(): readonly (Loaded & { readonly path: string })[] {
    return paths.flatMap((path) => {
      const found = loaded.get(path);
      return found === undefined ? [] : [{ path, ...found }];
    });
  }

  async function load(path: string): Promise<void> {
    await loads.run(path, () => loadNow(path));
    await loadRefused();
  }

  return {
    slugs: () => inOrder().map(({ plugin }) => plugin.meta.slug),
    all: () => inOrder().map(({ path, plugin }) => ({ path, meta: plugin.meta })),
    areAllLoaded: () => failed.size === 0,
    triggers: () => inOrder().flatMap(({ plugin }) => plugin.meta.triggers ?? []),
    load,
    async reload(changed) {
      const made = paths.filter((path) => path === changed || builds.dependsOn(path, changed));
      await Promise.all(made.map(load));
    },
    inputs: () => [...paths, ...builds.inputs()],
    missing: builds.missing,
    async follow(given) {
      const fresh = given.filter((path) => !paths.includes(path));
      const gone = paths.filter((path) => !given.includes(path));
      paths = given;
      await Promise.all(gone.map((path) => loads.run(path, async () => unload(path))));
      await Promise.all(fresh.map(load));
      await loadRefused();
    },
    installations: async () =>
      inOrder().map(({ plugin }) => ({ plugin, config: config.valuesFor(plugin.meta) })),
  };
}

/** When the newest of the files that still exist was written, in milliseconds since 1970. */
async function writtenAt(files: readonly string[]): Promise<number> {
  const found = await Promise.allSettled(files.map((path) => stat(path)));
  return Math.max(0, ...found.map((one) => (one.status === "fulfilled" ? one.value.mtimeMs : 0)));
}

function duplicateSlug(slug: string, other: string): InvalidInputError {
  return new InvalidInputError(`its slug ${slug} is that of ${other}: give it another one`, {
    code: "DUPLICATE_SLUG",
  });
}
