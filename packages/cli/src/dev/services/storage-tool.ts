import type { StorageProvider } from "@botwright/core";
import type { StorageTool } from "@botwright/playground";

/** The one account of `dev`. */
export const ACCOUNT = 1;

/** Creates the page's view of the plugins' storage. */
export function createStorageTool(
  storage: StorageProvider,
  slugs: () => readonly string[],
): StorageTool {
  return {
    list: () =>
      Promise.all(
        slugs().map(async (plugin) => {
          const opened = storage.open(ACCOUNT, plugin);
          const keys = (await opened.keys()).toSorted();
          const entries = keys.map(async (key) => ({ key, value: await opened.get(key) }));
          return { plugin, entries: await Promise.all(entries) };
        }),
      ),
    set: (plugin, key, value) => storage.open(ACCOUNT, plugin).set(key, value),
    delete: (plugin, key) => storage.open(ACCOUNT, plugin).delete(key),
  };
}
