import { createHash } from "node:crypto";
import {
  BotwrightError,
  decodeStoredValue,
  encodeStoredValue,
  inLaterTurn,
  invalidInput,
  type JsonValue,
  keepJson,
  LIMITS,
  QuotaError,
  shortenText,
  type StorageProvider,
} from "@botwright/core";
import { isWithin, JSON_LIMITS } from "@botwright/core/measure-json";
import { type Kysely, sql } from "kysely";
import { escapeText, unescapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";

/** Options of {@link createAccountStorage}. */
export interface AccountStorageOptions {
  readonly db: Kysely<Schema>;
  /** The storage that plugins use, over the same database and with the same limits. */
  readonly storage: StorageProvider;
}

/** How much the plugins of an account store. */
export interface StorageOverview {
  /** The bytes of all plugins together: keys, values, and 64 for each entry. */
  readonly bytes: number;
  readonly limit_bytes: number;
  /** The plugins that store something, by slug. */
  readonly plugins: readonly {
    readonly plugin_slug: string;
    readonly keys: number;
    readonly bytes: number;
  }[];
}

/** A stored value in a list. */
export interface StorageItem {
  readonly id: number;
  readonly plugin_slug: string;
  readonly key: string;
  /** The first characters of the value's JSON text. */
  readonly preview: string;
  /** The bytes of the entry that count against the limit. */
  readonly bytes: number;
}

/** A stored value. */
export interface StorageRecord extends Omit<StorageItem, "preview"> {
  /** The value as JSON text. */
  readonly json: string;
  /** A hash of the value's JSON, which differs when the value was changed. */
  readonly revision: string;
}

/** Selects keys of one plugin, which are listed newest first. */
export interface StorageListing {
  readonly plugin_slug: string;
  /** Part of the key. */
  readonly text?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A new value. */
export interface NewStorageValue {
  readonly plugin_slug: string;
  readonly key: string;
  readonly json: string;
}

/** A value that replaces the stored one. */
export interface StorageChange {
  readonly json: string;
  /** The revision of the value that was read. If a plugin has changed the value since, the change is refused. */
  readonly revision?: string | undefined;
}

/** The owner's access to the values that the plugins of an account have stored. */
export interface AccountStorage {
  overview(userId: number): Promise<StorageOverview>;
  list(userId: number, listing: StorageListing): Promise<StorageItem[]>;
  /** @throws {BotwrightError} `STORAGE_VALUE_NOT_FOUND`, also for another account's */
  get(userId: number, id: number): Promise<StorageRecord>;
  /**
   * @throws {BotwrightError} `STORAGE_KEY_TAKEN`
   * @throws {InvalidInputError} `INVALID_INPUT` when the text is no JSON, `STORAGE_INVALID_KEY`,
   * `STORAGE_INVALID_VALUE`
   * @throws {QuotaError} `STORAGE_VALUE_TOO_LARGE`, `STORAGE_QUOTA_EXCEEDED`
   */
  add(userId: number, value: NewStorageValue): Promise<StorageRecord>;
  /** @throws {BotwrightError} `STORAGE_VALUE_NOT_FOUND`, `STORAGE_VALUE_CHANGED`, and as `add` */
  change(userId: number, id: number, change: StorageChange): Promise<StorageRecord>;
  /** @throws {BotwrightError} `STORAGE_VALUE_NOT_FOUND` */
  remove(userId: number, id: number): Promise<void>;
  /** Deletes all values of a plugin. */
  clear(userId: number, pluginSlug: string): Promise<void>;
}

/** The most characters of a preview. */
const PREVIEW = 120;

/**
 * Creates {@link AccountStorage}. It writes as plugins do, with the same limits.
 *
 * @example
 * const { json, revision } = await accountStorage.get(7, id);
 * await accountStorage.change(7, id, { json: '["milk"]', revision });
 */
export function createAccountStorage({ db, storage }: AccountStorageOptions): AccountStorage {
  const valuesOf = (userId: number) => db.selectFrom("storage_value").where("user_id", "=", userId);

  async function get(userId: number, id: number): Promise<StorageRecord> {
    const row = await valuesOf(userId)
      .select(["plugin_slug", "key", "bytes", "json"])
      .where("position", "=", id)
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    const revision = createHash("sha256").update(row.json).digest("base64url");
    return { ...row, id, key: unescapeText(row.key), revision };
  }

  return {
    get,
    async overview(userId) {
      const plugins = await valuesOf(userId)
        .select([
          "plugin_slug",
          sql<number>`count(*)`.as("keys"),
          sql<number>`sum(bytes)::bigint`.as("bytes"),
        ])
        .groupBy("plugin_slug")
        .orderBy("plugin_slug")
        .execute();
      const bytes = plugins.reduce((sum, plugin) => sum + plugin.bytes, 0);
      return { bytes, limit_bytes: LIMITS.storage.userBytes, plugins };
    },
    async list(userId, { plugin_slug, text = "", before, limit }) {
      const rows = await valuesOf(userId)
        .select(["position", "key", "bytes", sql<string>`left(json, ${PREVIEW + 1})`.as("preview")])
        .where("plugin_slug", "=", plugin_slug)
        .$if(before !== undefined, (query) => query.where("position", "<", before ?? 0))
        .$if(text !== "", (query) =>
          query.where(sql<boolean>`strpos(lower(key), lower(${escapeText(text)})) > 0`),
        )
        .orderBy("position", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ position, key, bytes, preview }) => ({
        id: position,
        plugin_slug,
        key: unescapeText(key),
        bytes,
        preview: shortenText(preview, PREVIEW),
      }));
    },
    async add(userId, { plugin_slug, key, json }) {
      const value = await readValue(key, json);
      const isAdded = await storage.open(userId, plugin_slug).compareAndSet(key, null, value);
      if (!isAdded) throw keyTaken();
      const { position } = await valuesOf(userId)
        .select("position")
        .where("plugin_slug", "=", plugin_slug)
        .where("key", "=", escapeText(key))
        .executeTakeFirstOrThrow(notFound);
      return get(userId, position);
    },
    async change(userId, id, { json, revision }) {
      const { plugin_slug, key, json: known, revision: current } = await get(userId, id);
      const value = await readValue(key, json);
      if (revision !== undefined && revision !== current) throw changed();
      const values = storage.open(userId, plugin_slug);
      const before = await inLaterTurn(async () => decodeStoredValue(known));
      // The condition is the stored text itself, because encoding the parsed value again could give another text.
      keepJson(before, known);
      if (!(await values.compareAndSet(key, before, value))) throw changed();
      return get(userId, id);
    },
    async remove(userId, id) {
      const { plugin_slug, key } = await get(userId, id);
      await storage.open(userId, plugin_slug).delete(key);
    },
    clear: (userId, pluginSlug) => storage.open(userId, pluginSlug).clear(),
  };
}

/** None here, because the storage checks its limits itself. */
const NO_LIMITS = { userBytes: Infinity, valueBytes: Infinity, keyCharacters: Infinity };

/**
 * Parses a value, and makes the JSON that will be stored. Each step has its own turn of the event loop, because for 1
 * MiB with many members, each takes tens of milliseconds.
 */
async function readValue(key: string, text: string): Promise<JsonValue> {
  const value = await inLaterTurn(async () => parseJson(text));
  const { json } = await inLaterTurn(async () => encodeStoredValue(key, value, NO_LIMITS));
  keepJson(value, json);
  return value;
}

/**
 * Parses JSON. The length is not checked for a JSON string: escapes can make it several times as long as its value, and
 * parsing it is fast.
 */
function parseJson(text: string): JsonValue {
  const isText = text.trimStart().startsWith('"');
  if (!isText && text.length > LIMITS.storage.valueBytes) {
    throw new QuotaError(`a value may have ${LIMITS.storage.valueBytes} bytes`, {
      code: "STORAGE_VALUE_TOO_LARGE",
    });
  }
  if (!isWithin(text)) {
    const { depth, values, members } = JSON_LIMITS;
    throw invalidInput(
      `json may have ${values} values, ${members} members of objects and ${depth} levels`,
    );
  }
  try {
    return decodeStoredValue(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "";
    throw invalidInput(`json must be JSON, such as "a text", 12 or {"a": [1]}: ${why}`);
  }
}

function notFound(): BotwrightError {
  return new BotwrightError("there is no such value", { code: "STORAGE_VALUE_NOT_FOUND" });
}

function keyTaken(): BotwrightError {
  return new BotwrightError("the plugin has a value with this key already: change that one", {
    code: "STORAGE_KEY_TAKEN",
  });
}

function changed(): BotwrightError {
  return new BotwrightError("the value was changed since you have read it: load it again", {
    code: "STORAGE_VALUE_CHANGED",
  });
}
