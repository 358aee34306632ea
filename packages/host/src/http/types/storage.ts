import type { StorageItem, StorageOverview, StorageRecord } from "../../storage/account-storage.ts";

/** Bodies of `/api/storage`. */
export interface StorageBodies {
  NewStorageValue: {
    /** @pattern ^[a-z0-9-]{2,64}$ */
    plugin_slug: string;
    /**
     * @minLength 1
     * @maxLength 256
     */
    key: string;
    /** The value as JSON text. */
    json: string;
  };
  StorageChange: {
    /** The value as JSON text. */
    json: string;
    /**
     * The revision of the value that was read. If a plugin has changed the value since, the change is refused.
     * @maxLength 64
     */
    revision?: string;
  };
}

/** Queries of `/api/storage`. */
export interface StorageQueries {
  StorageListing: {
    /**
     * Part of the key.
     * @maxLength 256
     */
    text?: string;
    /**
     * `next` of the previous page: lists values with a lower id.
     * @type uint64
     * @maximum 9007199254740991
     */
    before?: number;
    /**
     * @type uint32
     * @minimum 1
     * @maximum 500
     * @default 50
     */
    limit?: number;
    /** @maxLength 64 */
    plugin: string;
  };
  StorageOfPlugin: {
    /** @maxLength 64 */
    plugin: string;
  };
}

/** Answers of `/api/storage`. */
export interface StorageAnswers {
  StorageOverview: StorageOverview;
  StorageItems: { items: StorageItem[]; next: number | null };
  StorageRecord: StorageRecord;
}
