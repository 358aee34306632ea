import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  createMemoryStorage,
  type JsonValue,
  type Storage,
  type StorageProvider,
} from "@botwright/core";
import { UsageError } from "../exit.ts";

/** Storage that outlives the process in a file. */
export interface KeptStorage extends StorageProvider {
  /** Resolves when all that was set is written. */
  flush(): Promise<void>;
}

type Values = Record<string, Record<string, JsonValue>>;

/**
 * Opens storage kept in a JSON file, `{ "<slug>": { "<key>": value } }`, with the limits of
 * production. It is for one account.
 *
 * @throws {UsageError} when the file is something else
 */
export async function openKeptStorage(path: string): Promise<KeptStorage> {
  const kept = await readKept(path);
  const memory = createMemoryStorage();
  const plugins = new Map<string, Storage>();
  let writing: Promise<void> = Promise.resolve();
  let isWaiting = false;

  async function write(): Promise<void> {
    isWaiting = false;
    const values: Values = {};
    for (const [slug, storage] of plugins) values[slug] = await readAll(storage);
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.new`;
    await writeFile(draft, `${JSON.stringify(values, undefined, 2)}\n`);
    await rename(draft, path);
  }

  /** One write at a time; changes meanwhile go together into the next one. */
  function save(): Promise<void> {
    if (!isWaiting) {
      isWaiting = true;
      writing = writing.then(write);
    }
    return writing;
  }

  for (const [slug, entries] of Object.entries(kept)) {
    const storage = memory.open(ACCOUNT, slug);
    plugins.set(slug, storage);
    for (const [key, value] of Object.entries(entries)) await storage.set(key, value);
  }
  return {
    flush: () => writing,
    open(userId, slug) {
      const storage = plugins.get(slug) ?? memory.open(userId, slug);
      plugins.set(slug, storage);
      return {
        get: (key) => storage.get(key),
        keys: () => storage.keys(),
        set: (key, value) => storage.set(key, value).then(save),
        async compareAndSet(key, expected, value) {
          const isSet = await storage.compareAndSet(key, expected, value);
          if (isSet) await save();
          return isSet;
        },
        delete: (key) => storage.delete(key).then(save),
        clear: () => storage.clear().then(save),
      };
    },
  };
}

/** `dev` plays one account. */
const ACCOUNT = 1;

async function readAll(storage: Storage): Promise<Record<string, JsonValue>> {
  const entries: [string, JsonValue][] = [];
  for (const key of await storage.keys()) entries.push([key, await storage.get(key)]);
  return Object.fromEntries(entries);
}

async function readKept(path: string): Promise<Values> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return {};
  }
  try {
    const values: Values = JSON.parse(text);
    for (const entries of Object.values(values)) Object.entries(entries);
    return values;
  } catch (cause) {
    throw new UsageError(`${path} is no kept storage any more: remove it, or leave out --keep`, {
      cause,
    });
  }
}
