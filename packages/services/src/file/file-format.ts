import { readFile } from "node:fs/promises";
import {
  BotwrightError,
  encodeStoredValue,
  type JsonValue,
  type StoreEntry,
} from "@botwright/core";

/** No limits, because the values were within their limits when the file was written. */
const NO_LIMITS = { userBytes: Infinity, valueBytes: Infinity, keyCharacters: Infinity };

/**
 * Reads the entries of a file; none when there is no file.
 *
 * @param userId the only account of the file, if it has only one
 * @throws {BotwrightError} `STORAGE_FILE_INVALID`, `STORAGE_FILE_FAILED`
 */
export async function readEntries(path: string, userId?: number): Promise<StoreEntry[]> {
  const text = await readText(path);
  if (text === undefined) return [];
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw invalidFile(path, cause);
  }
  const users = userId === undefined ? membersOf(path, content) : [[userId, content] as const];
  return users.flatMap(([user, plugins]) => {
    const id = Number(user);
    if (!Number.isSafeInteger(id)) throw invalidFile(path);
    return membersOf(path, plugins).flatMap(([pluginSlug, values]) =>
      valuesOf(path, values).map(([key, value]) => ({
        userId: id,
        pluginSlug,
        key,
        ...encodeStoredValue(key, value, NO_LIMITS),
      })),
    );
  });
}

/**
 * Formats the text of the file; each value is written as its stored JSON.
 *
 * JavaScript lists the members of an object whose names are whole numbers first. Where this is not the order in which
 * a plugin has set its keys, the file has a list of keys and values, `[["10", …], ["2", …]]`, in place of the object.
 */
export function formatEntries(entries: Iterable<StoreEntry>, userId?: number): string {
  const users = new Map<number, Map<string, [key: string, json: string][]>>();
  for (const { userId: user, pluginSlug, key, json } of entries) {
    const plugins = users.get(user) ?? new Map<string, [key: string, json: string][]>();
    users.set(user, plugins);
    const members = plugins.get(pluginSlug) ?? [];
    plugins.set(pluginSlug, members);
    members.push([key, json]);
  }
  const written = [...users].map(([user, plugins]) => {
    const members = [...plugins].map(
      ([slug, values]) => `${JSON.stringify(slug)}: ${formatValues(values)}`,
    );
    return { user, text: `{\n${members.join(",\n")}\n}` };
  });
  if (userId !== undefined) {
    return `${written.find(({ user }) => user === userId)?.text ?? "{}"}\n`;
  }
  return `{\n${written.map(({ user, text }) => `"${user}": ${text}`).join(",\n")}\n}\n`;
}

function formatValues(values: readonly (readonly [key: string, json: string])[]): string {
  const listed = Object.keys(Object.fromEntries(values));
  if (values.every(([key], index) => key === listed[index])) {
    return `{\n  ${values.map(([key, json]) => `${JSON.stringify(key)}: ${json}`).join(",\n  ")}\n}`;
  }
  return `[\n  ${values.map(([key, json]) => `[${JSON.stringify(key)}, ${json}]`).join(",\n  ")}\n]`;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw new BotwrightError(`${path} cannot be read: check who may read it`, {
      code: "STORAGE_FILE_FAILED",
      cause,
    });
  }
}

/** The keys and values of a plugin, which are an object or a list (see {@link formatEntries}). */
function valuesOf(path: string, values: JsonValue): [string, JsonValue][] {
  if (!Array.isArray(values)) return membersOf(path, values);
  return values.map((pair) => {
    const [key, value] = Array.isArray(pair) ? pair : [];
    if (typeof key !== "string" || value === undefined) throw invalidFile(path);
    return [key, value];
  });
}

function membersOf(path: string, value: unknown): [string, JsonValue][] {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.entries(value);
  }
  throw invalidFile(path);
}

function invalidFile(path: string, cause?: unknown): BotwrightError {
  return new BotwrightError(`${path} is no storage file: move it away, or name another file`, {
    code: "STORAGE_FILE_INVALID",
    cause,
  });
}
