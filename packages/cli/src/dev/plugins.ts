import { stat } from "node:fs/promises";
import { relative } from "node:path";
import {
  createKeyedQueue,
  describeError,
  InvalidInputError,
  type Installation,
  type Logger,
  type Plugin,
} from "@botwright/core";
import { PluginBuildError } from "@botwright/harness/build";
import type { Approval } from "@botwright/inspect";
import type { Sandbox, SandboxFetch } from "@botwright/sandbox";
import { type PluginFile, readPluginFile } from "../plugin-files.ts";
import type { ConfigSource } from "./config.ts";
import type { OnDevEvent } from "./events.ts";

/** What plugins are loaded with. */
export interface DevPluginsOptions {
  readonly sandbox: Sandbox;
  readonly fetch: SandboxFetch;
  readonly logger: Logger;
  readonly cwd: string;
  readonly config: ConfigSource;
  readonly onEvent: OnDevEvent;
}

/** The plugins that are tried out, each in the newest version that loads. */
export interface DevPlugins {
  readonly slugs: () => readonly string[];
  /** Words that they declare to react to. */
  readonly triggers: () => readonly string[];
  readonly installations: () => Promise<readonly Installation[]>;
  /** Loads a file; a version that cannot be loaded leaves the one before in its place. */
  readonly load: (path: string) => Promise<void>;
  /** Loads the plugins that were made of this file. */
  readonly reload: (path: string) => Promise<void>;
  /** The authors' files that plugins were made of, those of packages left out. */
  readonly inputs: () => readonly string[];
}

interface Loaded {
  readonly version: string;
  readonly name: string;
  readonly plugin: Plugin;
}

/** Creates {@link DevPlugins} without plugins. */
export function createDevPlugins(paths: readonly string[], options: DevPluginsOptions): DevPlugins {
  const { sandbox, fetch, logger, cwd, config, onEvent } = options;
  const loaded = new Map<string, Loaded>();
  /** The version tried last, so that an error is reported once. */
  const tried = new Map<string, string>();
  /** The files that each plugin was made of. */
  const inputs = new Map<string, readonly string[]>();
  /** One load of a file after another. */
  const loads = createKeyedQueue();

  /**
   * Two plugins with one slug would share their storage, so one is refused or unloaded. A plugin that is
   * already running stays; of two new ones, the one named first on the command line stays.
   */
  function resolveSlugConflict(slug: string, path: string): void {
    const found = [...loaded].find(
      ([other, { plugin }]) => other !== path && plugin.meta.slug === slug,
    );
    if (found === undefined) return;
    const [otherPath, { name }] = found;
    if (loaded.has(path) || paths.indexOf(otherPath) < paths.indexOf(path)) {
      throw duplicateSlug(slug, name);
    }
    loaded.delete(otherPath);
    const error = describeError(duplicateSlug(slug, path));
    onEvent({ type: "load-failed", file: name, ...error, isServingOld: false });
  }

  async function loadNow(path: string): Promise<void> {
    const before = loaded.get(path);
    const started = Date.now();
    let file: PluginFile | undefined;
    try {
      file = await readPluginFile(path, cwd);
      inputs.set(path, file.inputs);
      // Editors empty a file before they write it.
      if (file.version === tried.get(path) || (before && file.code.trim() === "")) return;
      tried.set(path, file.version);
      const { version, code, name } = file;
      const info = { ...(await readApproval(code)), fetch, logger };
      const plugin = await sandbox.load(code, info);
      const { slug } = plugin.meta;
      resolveSlugConflict(slug, path);
      loaded.set(path, { version, name, plugin });
      const since = before === undefined ? started : await writtenAt(file.inputs);
      const ms = Math.max(0, Math.round(Date.now() - since));
      onEvent({ type: "loaded", file: name, slug, ms, isReload: before !== undefined });
    } catch (error) {
      const isServingOld = loaded.has(path);
      const name = file?.name ?? relative(cwd, path);
      if (error instanceof PluginBuildError) inputs.set(path, error.inputs);
      onEvent({ type: "load-failed", file: name, ...describeError(error), isServingOld });
    }
  }

  const load = (path: string): Promise<void> => loads.run(path, () => loadNow(path));

  return {
    slugs: () => [...loaded.values()].map(({ plugin }) => plugin.meta.slug),
    triggers: () => [...loaded.values()].flatMap(({ plugin }) => plugin.meta.triggers ?? []),
    load,
    async reload(changed) {
      const made = paths.filter(
        (path) => path === changed || inputs.get(path)?.includes(changed) === true,
      );
      await Promise.all(made.map(load));
    },
    inputs: () =>
      [...paths, ...[...inputs.values()].flat()].filter((path) => !OF_PACKAGE.test(path)),
    async installations() {
      return paths.flatMap((path) => {
        const plugin = loaded.get(path)?.plugin;
        return plugin === undefined ? [] : [{ plugin, config: config.valuesFor(plugin.meta) }];
      });
    },
  };
}

const OF_PACKAGE = /[\\/]node_modules[\\/]/;

/** When the newest of the files was written, in milliseconds since 1970. */
async function writtenAt(files: readonly string[]): Promise<number> {
  const all = await Promise.all(files.map((path) => stat(path)));
  return Math.max(...all.map(({ mtimeMs }) => mtimeMs));
}

/** What the file declares, as it reads; without one that can be read, what it declares when it runs. */
async function readApproval(code: string): Promise<Partial<Approval>> {
  const { approvalOf, inspectPlugin } = await import("@botwright/inspect");
  const { meta, findings } = inspectPlugin(code);
  const isBare = findings.some(({ rule }) => rule === "no-meta");
  return meta === null && !isBare ? {} : approvalOf(meta);
}

function duplicateSlug(slug: string, other: string): InvalidInputError {
  return new InvalidInputError(`its slug ${slug} is that of ${other}: give it another one`, {
    code: "DUPLICATE_SLUG",
  });
}
