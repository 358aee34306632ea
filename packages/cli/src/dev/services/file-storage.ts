import { createStorage, type StorageProvider } from "@botwright/core";
import { openFileStore } from "@botwright/services";
import { UsageError } from "../../exit.ts";
import { ACCOUNT } from "./storage-tool.ts";

/** Storage in a file that outlives the process. */
export interface FileStorage extends StorageProvider {
  /** Resolves when all values are written. */
  flush(): Promise<void>;
}

/**
 * Opens storage in a JSON file, `{ "<slug>": { "<key>": value } }`, with the limits of production.
 *
 * @throws {UsageError} when the file has another form
 */
export async function openFileStorage(path: string): Promise<FileStorage> {
  try {
    const store = await openFileStore(path, { userId: ACCOUNT });
    return { ...createStorage({ store }), flush: () => store.flush() };
  } catch (cause) {
    throw new UsageError(`${path} is not a storage file: remove it, or leave out --keep`, {
      cause,
    });
  }
}
