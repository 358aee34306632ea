import { isDeepStrictEqual } from "node:util";
import { InvalidInputError, QuotaError } from "../types/errors.ts";
import { LIMITS } from "../rules/limits.ts";
import type { JsonValue, Storage, StorageProvider } from "../ports/storage.ts";

/** Options of {@link createMemoryStorage}. */
export interface MemoryStorageOptions {
  /** @default LIMITS.storage */
  limits?: { userBytes: number; valueBytes: number; keyCharacters: number };
}

interface Entry {
  /** JSON text: what is given back is never the caller's own object. */
  json: string;
  /** Bytes that count against the account, the key's included. */
  bytes: number;
}

interface Account {
  bytes: number;
  plugins: Map<string, Map<string, Entry>>;
}

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/**
 * Storage in memory, with the real limits. It is gone with the process.
 *
 * @example
 * const storage = createMemoryStorage().open(1, "notebook");
 * await storage.set("notes", ["milk"]);
 */
export function createMemoryStorage(options: MemoryStorageOptions = {}): StorageProvider {
  const limits = options.limits ?? LIMITS.storage;
  const accounts = new Map<number, Account>();
  const effects = new Map<string, Promise<unknown>>();
  return {
    open(userId, pluginSlug) {
      const account = accounts.get(userId) ?? { bytes: 0, plugins: new Map() };
      accounts.set(userId, account);
      const entries = account.plugins.get(pluginSlug) ?? new Map<string, Entry>();
      account.plugins.set(pluginSlug, entries);
      return withEffects(openPlugin(account, entries, limits), effects);
    },
  };
}

function openPlugin(
  account: Account,
  entries: Map<string, Entry>,
  limits: NonNullable<MemoryStorageOptions["limits"]>,
): Storage {
  function remove(key: string): void {
    account.bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  function read(key: string): JsonValue {
    checkKey(key, limits.keyCharacters);
    const entry = entries.get(key);
    return entry === undefined ? null : parseJson(entry.json);
  }

  function write(key: string, value: JsonValue): void {
    checkKey(key, limits.keyCharacters);
    const json = toJson(value);
    const valueBytes = byteLength(json);
    if (valueBytes > limits.valueBytes) {
      throw new QuotaError(
        `a value may have ${limits.valueBytes} bytes, this one has ${valueBytes}; split it over several keys`,
        { code: "STORAGE_VALUE_TOO_LARGE" },
      );
    }
    const bytes = valueBytes + byteLength(key);
    const total = account.bytes - (entries.get(key)?.bytes ?? 0) + bytes;
    if (total > limits.userBytes) {
      throw new QuotaError(
        `the account's plugins may store ${limits.userBytes} bytes together, this would make ${total}; delete some keys first`,
        { code: "STORAGE_QUOTA_EXCEEDED" },
      );
    }
    account.bytes = total;
    entries.set(key, { json, bytes });
  }

  return {
    get: async (key) => read(key),
    async set(key, value) {
      write(key, value);
    },
    async compareAndSet(key, expected, value) {
      // One turn of the event loop: no other write comes between.
      if (!isDeepStrictEqual(read(key), expected)) return false;
      write(key, value);
      return true;
    },
    async delete(key) {
      checkKey(key, limits.keyCharacters);
      remove(key);
    },
    async keys() {
      return [...entries.keys()];
    },
    async clear() {
      for (const key of entries.keys()) remove(key);
    },
  };
}

/** Effects that are remembered; the oldest is forgotten first. */
const MOST_EFFECTS = 10_000;

/** A storage that does what comes under one key once. */
function withEffects(storage: Storage, effects: Map<string, Promise<unknown>>): Storage {
  return {
    ...storage,
    forEffect(key) {
      const once = async (write: () => Promise<unknown>): Promise<unknown> => {
        const known = effects.get(key);
        if (known !== undefined) return known;
        const done = write();
        effects.set(key, done);
        for (const oldest of effects.keys()) {
          if (effects.size <= MOST_EFFECTS) break;
          effects.delete(oldest);
        }
        return done;
      };
      return {
        ...storage,
        set: async (name, value) => void (await once(() => storage.set(name, value))),
        delete: async (name) => void (await once(() => storage.delete(name))),
        clear: async () => void (await once(() => storage.clear())),
        compareAndSet: async (name, expected, value) =>
          (await once(() => storage.compareAndSet(name, expected, value))) === true,
      };
    },
  };
}

function checkKey(key: string, longest: number): void {
  if (typeof key === "string" && key.length >= 1 && key.length <= longest) return;
  throw new InvalidInputError(`a storage key is a text of 1 to ${longest} characters`, {
    code: "STORAGE_INVALID_KEY",
  });
}

/** Serializes a value; a text counts with its quotes, as in the JSON that is kept. */
function toJson(value: JsonValue): string {
  let json: string | undefined;
  let cause: unknown;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    cause = error;
  }
  if (json !== undefined) return json;
  throw new InvalidInputError("a stored value is a text or anything JSON can hold", {
    code: "STORAGE_INVALID_VALUE",
    cause,
  });
}

function parseJson(json: string): JsonValue {
  const value: JsonValue = JSON.parse(json);
  return value;
}
