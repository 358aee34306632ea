import { readFile } from "node:fs/promises";
import {
  BotwrightError,
  encodeStoredValue,
  type JsonValue,
  type StoreEntry,
} from "@botwright/core";
import { findMemberPlaces } from "./member-places.ts";

/** No limits, because the values were within their limits when the file was written. */
const NO_LIMITS = { userBytes: Infinity, valueBytes: Infinity, keyCharacters: Infinity };

/**
 * Reads the entries of a file, those of a plugin in the file's order; none when there is no file.
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
  const places = findMemberPlaces(text, userId === undefined ? 3 : 2);
  const users = userId === undefined ? membersOf(path, content) : [[userId, content] as const];
  return users.flatMap(([user, plugins]) => {
    const id = Number(user);
    if (!Number.isSafeInteger(id)) throw invalidFile(path);
    return membersOf(path, plugins).flatMap(([pluginSlug, values]) => {
      const above = userId === undefined ? [String(user), pluginSlug] : [pluginSlug];
      const placeOf = (key: string): number => places.of([...above, key]);
      return membersOf(path, values)
        .map(([key, value]) => ({ key, value, place: placeOf(key) }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ key, value }) => ({
          userId: id,
          pluginSlug,
          key,
          ...encodeStoredValue(key, value, NO_LIMITS),
        }));
    });
  });
}

/** Formats the text of the file; each value is written as its stored JSON. */
export function formatEntries(entries: Iterable<StoreEntry>, userId?: number): string {
  const users = new Map<number, Map<string, string[]>>();
  for (const { userId: user, pluginSlug, key, json } of entries) {
    const plugins = users.get(user) ?? new Map<string, string[]>();
    users.set(user, plugins);
    const members = plugins.get(pluginSlug) ?? [];
    plugins.set(pluginSlug, members);
    members.push(`${JSON.stringify(key)}: ${json}`);
  }
  const written = [...users].map(([user, plugins]) => {
    const members = [...plugins].map(
      ([slug, values]) => `${JSON.stringify(slug)}: {\n  ${values.join(",\n  ")}\n}`,
    );
    return { user, text: `{\n${members.join(",\n")}\n}` };
  });
  if (userId !== undefined) {
    return `${written.find(({ user }) => user === userId)?.text ?? "{}"}\n`;
  }
  return `{\n${written.map(({ user, text }) => `"${user}": ${text}`).join(",\n")}\n}\n`;
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
