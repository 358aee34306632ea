import type { JsonValue, PluginStorage } from "@botwright/core";

/** Values that make room for a new one. */
const REMOVED = 20;

/**
 * Sets a value of one person. When the account's storage is full, it first removes the values under the
 * same prefix whose keys are the oldest, so that many people cannot end what the plugin does for others.
 *
 * @throws what `storage.set` rejects with, when there is still no room
 */
export async function setWithRoom(
  storage: PluginStorage,
  prefix: string,
  person: string,
  value: JsonValue,
): Promise<void> {
  const key = prefix + person;
  try {
    await storage.set(key, value);
  } catch (error) {
    if (!isFull(error)) throw error;
    const others = (await storage.keys()).filter((name) => name.startsWith(prefix) && name !== key);
    for (const name of others.slice(0, REMOVED)) await storage.delete(name);
    await storage.set(key, value);
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "STORAGE_QUOTA_EXCEEDED";
}
