import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { UsageError } from "./exit.ts";

/** A plugin's file, read. */
export interface PluginFile {
  /** Absolute. */
  readonly path: string;
  /** The path as displayed: relative to the current folder. */
  readonly name: string;
  readonly code: string;
  /** SHA-256 of the source in hexadecimal digits. */
  readonly version: string;
}

const PLUGIN = /(?<!\.(?:test|spec|config))\.[cm]?js$/i;

/**
 * Reads the named files; a folder stands for the plugins in it.
 *
 * @throws {UsageError} when a file does not exist
 */
export async function readPluginFiles(
  given: readonly string[],
  cwd: string,
): Promise<readonly PluginFile[]> {
  const found = await Promise.all(given.map(async (path) => findFiles(path, cwd)));
  const paths = [...new Set(found.flat())];
  return Promise.all(paths.map((path) => readPluginFile(path, cwd)));
}

/** The folders among what was named, with what lists the plugins that are there now. */
export interface PluginFolders {
  /** Absolute. */
  readonly folders: readonly string[];
  readonly list: () => Promise<readonly string[]>;
}

/** Finds the {@link PluginFolders}, for a command that follows files that come and go. */
export async function findPluginFolders(
  given: readonly string[],
  cwd: string,
): Promise<PluginFolders> {
  const paths = given.map((path) => resolve(cwd, path));
  const areFolders = await Promise.all(paths.map(isFolder));
  const folders = paths.filter((_, index) => areFolders[index]);
  return {
    folders,
    async list() {
      const inside = paths.map(async (path) =>
        folders.includes(path) ? (await listPlugins(path)).map((name) => join(path, name)) : [path],
      );
      return [...new Set((await Promise.all(inside)).flat())];
    },
  };
}

/** Reads one file. @throws {UsageError} when there is none */
export async function readPluginFile(given: string, cwd: string): Promise<PluginFile> {
  const path = resolve(cwd, given);
  try {
    const code = await readFile(path, "utf8");
    const version = createHash("sha256").update(code).digest("hex");
    return { path, name: relative(cwd, path) || path, code, version };
  } catch (cause) {
    throw await notFound(relative(cwd, path), path, cause);
  }
}

/** The plugins in a folder, without its tests. */
export async function listPlugins(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => PLUGIN.test(name)).toSorted();
}

async function findFiles(given: string, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, given);
  if (!(await isFolder(path))) return [path];
  const names = await listPlugins(path);
  if (names.length === 0) throw new UsageError(`There is no plugin (*.js) in the folder ${given}`);
  return names.map((name) => join(path, name));
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

async function notFound(given: string, path: string, cause: unknown): Promise<UsageError> {
  const siblings = await listPlugins(dirname(path));
  const advice =
    siblings.length === 0
      ? "botwright new <name> makes a plugin"
      : `in that folder there are ${siblings.filter((name) => name !== basename(path)).join(", ")}`;
  return new UsageError(`There is no plugin file ${given}: ${advice}`, { cause });
}
