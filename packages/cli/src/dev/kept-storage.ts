import type { StorageProvider } from "@botwright/core";
import { createStorage, openFileStore } from "@botwright/services";
import { UsageError } from "../exit.ts";

/** `dev` plays one account. */
const ACCOUNT = 1;

/**
 * Opens storage kept in a JSON file, `{ "<slug>": { "<key>": value } }`, with the limits of
 * production.
 *
 * @throws {UsageError} when the file is something else
 */
export async function openKeptStorage(path: string): Promise<StorageProvider> {
  try {
    return createStorage({ store: await openFileStore(path, { userId: ACCOUNT }) });
  } catch (cause) {
    throw new UsageError(`${path} is no kept storage any more: remove it, or leave out --keep`, {
      cause,
    });
  }
}
