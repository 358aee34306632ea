import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import {
  HarnessError,
  isPluginPath,
  needsBuild,
  readPluginFile as readSource,
} from "@botwright/harness/build";
import { UsageError } from "../exit.ts";
import { explainUnreadable, isFolder } from "../named-file.ts";

/** A plugin's file and its content. */
export interface PluginFile {
  /** The absolute path. */
  readonly path: string;
  /** The displayed path, relative to the current folder. */
  readonly name: string;
  /** The code for a host: TypeScript is built. */
  readonly code: string;
  /** SHA-256 of the code in hexadecimal digits. */
  readonly version: string;
  /** Absolute paths of the files from which it was built. */
  readonly inputs: readonly string[];
}

/** Matches tests and hidden files, such as the locks of editors (`.#plugin.js`) and metadata of macOS. */
const NOT_PLUGIN = /^\.|\.(?:test|spec|config)\.\w+$/i;
const EXPORTED = /^export\b[^;]*?\b(?:handler|default)\b/m;

/**
 * Reads the named files; for a folder, the plugins in it.
 *
 * @throws {UsageError} when a file does not exist
 */
export async function readPluginFiles(
  given: readonly string[],
  cwd: string,
): Promise<readonly PluginFile[]> {
  const paths = await findPlugins(given, cwd);
  return Promise.all(paths.map((path) => readPluginFile(path, cwd)));
}

/** The folders among the named paths, and a function that lists the plugins that exist now. */
export interface PluginFolders {
  /** Absolute paths. */
  readonly folders: readonly string[];
  readonly list: () => Promise<readonly string[]>;
}

/** Finds the {@link PluginFolders}, for a command that follows added and removed files. */
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

/**
 * The absolute paths of the named files; for a folder, those of the plugins in it.
 *
 * @throws {UsageError} when a file does not exist
 */
export async function findPlugins(
  given: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const found = await Promise.all(given.map(async (path) => findFiles(path, cwd)));
  return [...new Set(found.flat())];
}

/**
 * The absolute path of the one named plugin: a file, or the only plugin of a folder.
 *
 * @throws {UsageError} when there is no plugin, or the folder has several
 */
export async function findOnePlugin(given: string, cwd: string): Promise<string> {
  const [path = "", ...further] = await findFiles(given, cwd);
  if (further.length === 0) return path;
  const names = [path, ...further].map((one) => basename(one)).join(", ");
  throw new UsageError(`In the folder ${given} there are several plugins: name one of ${names}`);
}

/**
 * Reads one file.
 *
 * @throws {UsageError} when it does not exist or cannot be read
 * @throws {PluginBuildError} when it is TypeScript that cannot be built
 */
export async function readPluginFile(given: string, cwd: string): Promise<PluginFile> {
  const path = resolve(cwd, given);
  try {
    return { path, name: relative(cwd, path) || path, ...(await readSource(path)) };
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause;
    throw await unreadable(path, cwd, cause);
  }
}

/** The plugins in a folder, without tests. A TypeScript file counts when it exports a handler; others are imported. */
export async function listPlugins(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .filter((name) => isPluginPath(name) && !NOT_PLUGIN.test(name))
    .toSorted();
  const isPlugin = await Promise.all(
    found.map(async (name) => {
      if (!needsBuild(name)) return true;
      const text = await readFile(join(folder, name), "utf8").catch(() => "");
      return EXPORTED.test(text);
    }),
  );
  return found.filter((_, index) => isPlugin[index]);
}

async function findFiles(given: string, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, given);
  const stats = await stat(path).catch(async (cause: unknown) => {
    throw await unreadable(path, cwd, cause);
  });
  if (!stats.isDirectory()) return [path];
  const names = await listPlugins(path);
  if (names.length === 0)
    throw new UsageError(`There is no plugin (*.js, *.ts) in the folder ${given}`);
  return names.map((name) => join(path, name));
}

/** Explains why a plugin's file cannot be read; if it does not exist, lists the plugins next to it. */
async function unreadable(path: string, cwd: string, cause: unknown): Promise<UsageError> {
  const given = relative(cwd, path) || path;
  // A link to a file that does not exist is in the list itself.
  const siblings = (await listPlugins(dirname(path))).filter((name) => name !== basename(path));
  const advice =
    siblings.length === 0
      ? "botwright new <name> makes a plugin"
      : `in that folder there are ${siblings.join(", ")}`;
  return explainUnreadable(given, cause, `There is no plugin file ${given}: ${advice}`);
}
