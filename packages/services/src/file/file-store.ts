import {
  BotwrightError,
  createMemoryKeyValueStore,
  invalidInput,
  type KeyValueStore,
} from "@botwright/core";
import { formatEntries, readEntries } from "./file-format.ts";
import { replaceFile, versionOf } from "./replace-file.ts";

/** Options of {@link openFileStore}. */
export interface FileStoreOptions {
  /** The only account in the file, whose top level then contains the plugins. @default any account */
  userId?: number;
}

/** A {@link KeyValueStore} in a file. */
export interface FileStore extends KeyValueStore {
  /** Resolves when every change so far is on disk; for hosts that stop. */
  flush(): Promise<void>;
}

/**
 * Opens a key-value store in a JSON file, `{ "<userId>": { "<slug>": { "<key>": value } } }`. A change is on disk
 * when its promise resolves. The file is replaced as a whole, so it is never half written. It is for hosts with a
 * few people, because each change writes the whole file and only one process may have it open. A file that another
 * process or an editor has changed is not overwritten.
 *
 * @throws {BotwrightError} `STORAGE_FILE_INVALID` when the file is no storage file, `STORAGE_FILE_FAILED` when it
 * cannot be read. A change rejects with `STORAGE_FILE_FAILED` when the file cannot be written (the next successful
 * write contains the change), and with `STORAGE_FILE_CHANGED` when another process or an editor has changed the file
 * @example
 * const services = createServices({ store: await openFileStore("data/storage.json") });
 */
export async function openFileStore(
  path: string,
  options: FileStoreOptions = {},
): Promise<FileStore> {
  const { userId } = options;
  // Read before the file, so that the first write notices a change in between.
  let version = await versionOf(path);
  const memory = createMemoryKeyValueStore(await readEntries(path, userId));
  let writing: Promise<void> = Promise.resolve();
  /** The next write, which has not started yet; all changes until then share it. */
  let next: Promise<void> | undefined;

  async function writeAfter(before: Promise<void>): Promise<void> {
    // Ignores the error of the earlier write, with which its own changes have already rejected.
    await before.catch(() => {});
    next = undefined;
    const found = await versionOf(path);
    if (found !== undefined && found !== version) throw changedByOthers(path);
    version = await replaceFile(path, formatEntries(memory.entries(), userId));
  }

  /** Saves the current state after the write in progress; resolves when it is on disk. */
  function save(): Promise<void> {
    next ??= writing = writeAfter(writing);
    return next;
  }

  return {
    flush: () => writing,
    get: (scope, key) => memory.get(scope, key),
    keys: (scope) => memory.keys(scope),
    async write(scope, entry) {
      if (userId !== undefined && scope.userId !== userId) throw otherAccount(userId);
      const result = await memory.write(scope, entry);
      if (result.status === "written") await save();
      return result;
    },
    async delete(scope, key, effect) {
      await memory.delete(scope, key, effect);
      await save();
    },
    async clear(scope, effect) {
      await memory.clear(scope, effect);
      await save();
    },
  };
}

function changedByOthers(path: string): BotwrightError {
  const message = `${path} was changed by another process or an editor, and is not overwritten`;
  return new BotwrightError(`${message}: only one may use it; stop the other, and start again`, {
    code: "STORAGE_FILE_CHANGED",
  });
}

function otherAccount(userId: number): Error {
  return invalidInput(`this file is for the account ${userId} only: open one without userId`);
}
