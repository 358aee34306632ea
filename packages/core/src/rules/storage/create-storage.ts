import { isDeepStrictEqual } from "node:util";
import type {
  KeyValueStore,
  StoreEffect,
  StoreScope,
  StoreWrite,
} from "../../ports/key-value-store.ts";
import type { JsonValue, RunInTurn, Storage, StorageProvider } from "../../ports/storage.ts";
import { LIMITS } from "../limits.ts";
import { type CallOrder, createCallOrder } from "./call-order.ts";
import { atOnce, inLaterTurn } from "../next-turn.ts";
import {
  assertStorageKey,
  decodeStoredValue,
  decodeUnchanged,
  encodeStoredText,
  encodeStoredValue,
  knownJson,
  type StorageLimits,
  storageQuotaExceeded,
  type StoredValue,
  textToJson,
  toJson,
} from "./stored-value.ts";

/** Options of {@link createStorage}. */
export interface CreateStorageOptions {
  store: KeyValueStore;
  /** @default LIMITS.storage */
  limits?: StorageLimits;
}

/**
 * Creates plugin storage on a key-value store. This function validates and measures keys and values; the store checks
 * the account's quota when it writes.
 *
 * @example
 * const storage = createStorage({ store: createMemoryKeyValueStore() }).open(1, "notebook");
 * await storage.set("notes", ["milk"]);
 */
export function createStorage(options: CreateStorageOptions): StorageProvider {
  const { store, limits = LIMITS.storage } = options;
  return { open: (userId, pluginSlug) => openScope({ userId, pluginSlug }, store, limits) };
}

/** Length of a JSON text from which reading it takes a turn of its own, in UTF-16 units. */
const LARGE = 16_384;

/** Not the JSON of any value, so that a write with this condition is always refused. */
const NO_JSON = "";

function openScope(
  scope: StoreScope,
  store: KeyValueStore,
  limits: StorageLimits,
  order: CallOrder = createCallOrder(),
  effectKey?: string,
): Storage {
  const effectOf = (isFinal = false): { effect?: StoreEffect } =>
    effectKey === undefined ? {} : { effect: { key: effectKey, isFinal } };

  async function write(
    key: string,
    { json, bytes }: StoredValue,
    condition: Pick<StoreWrite, "ifJson" | "effect">,
  ): Promise<{ isWritten: boolean; isRepeated: boolean }> {
    const entry = { key, json, bytes, maxUserBytes: limits.userBytes, ...condition };
    const result = await store.write(scope, entry);
    if (result.status === "quota-exceeded") throw storageQuotaExceeded(result.total, limits);
    return { isWritten: result.status === "written", isRepeated: result.isRepeated === true };
  }

  async function compareAndSet(
    key: string,
    expected: JsonValue,
    value: JsonValue,
    inTurn: RunInTurn | undefined,
  ): Promise<boolean> {
    assertStorageKey(key, limits);
    const run = inTurn ?? atOnce;
    /** The encoded value, made once, however often another write comes in between. */
    let entry: StoredValue | undefined;
    const encode = (): Promise<StoredValue> =>
      isLong(value, inTurn)
        ? encodeStoredText(key, value, limits, run)
        : run(async () => encodeStoredValue(key, value, limits));
    const writeIf = async (condition: Pick<StoreWrite, "ifJson" | "effect">) =>
      write(key, (entry ??= await encode()), condition);
    for (;;) {
      const json = (await store.get(scope, key)) ?? null;
      const isExpected =
        json === null ? expected === null : await isValueOf(json, expected, inTurn);
      if (!isExpected) {
        // Refused, unless an earlier call with the same effect key has succeeded.
        if (effectKey === undefined) return false;
        return (await writeIf({ ifJson: NO_JSON, ...effectOf(true) })).isWritten;
      }
      const { isWritten, isRepeated } = await writeIf({ ifJson: json, ...effectOf() });
      // Another write came in between. If it wrote an equal value, this call can still succeed: try again.
      if (isWritten || isRepeated) return isWritten;
    }
  }

  async function read(key: string, inTurn: RunInTurn | undefined): Promise<JsonValue> {
    const json = await store.get(scope, key);
    if (json === undefined) return null;
    if (inTurn === undefined || json.length < LARGE) return decodeStoredValue(json);
    return inTurn(async () => decodeUnchanged(json));
  }

  return {
    async get(key: string, inTurn?: RunInTurn) {
      assertStorageKey(key, limits);
      return order.after(() => read(key, inTurn));
    },
    async set(key: string, value: JsonValue, inTurn?: RunInTurn) {
      const begin = (entry: StoredValue) => write(key, entry, effectOf());
      if (isLong(value, inTurn)) {
        await order.hold(() => encodeStoredText(key, value, limits, inTurn ?? atOnce), begin);
      } else await order.after(async () => begin(encodeStoredValue(key, value, limits)));
    },
    compareAndSet: (key: string, expected: JsonValue, value: JsonValue, inTurn?: RunInTurn) =>
      order.after(() => compareAndSet(key, expected, value, inTurn)),
    async delete(key) {
      assertStorageKey(key, limits);
      await order.after(() => store.delete(scope, key, effectOf().effect));
    },
    keys: (inTurn?: RunInTurn) => order.after(() => store.keys(scope, inTurn)),
    clear: () => order.after(() => store.clear(scope, effectOf().effect)),
    ...(effectKey === undefined && {
      forEffect: (key: string) => openScope(scope, store, limits, order, key),
    }),
  };
}

/** Whether the JSON of a value is made in steps: a long text, for a caller with turns. */
function isLong(value: JsonValue, inTurn: RunInTurn | undefined): value is string {
  return typeof value === "string" && value.length >= LARGE && inTurn !== undefined;
}

/** Whether a stored value equals another one; for large values the work is divided among turns. */
async function isValueOf(
  json: string,
  value: JsonValue,
  inTurn: RunInTurn = json.length < LARGE ? atOnce : inLaterTurn,
): Promise<boolean> {
  // The keys almost always have the same order, and the texts are then equal. If only the order differs, the texts
  // have the same length; so with another length the stored value, which may have a megabyte, is not parsed.
  const given = isLong(value, inTurn)
    ? await textToJson(value, inTurn)
    : await inTurn(async () => knownJson(value) ?? toJson(value));
  if (json === given) return true;
  if (json.length !== given.length) return false;
  const stored = await inTurn(async () => decodeStoredValue(json));
  return inTurn(async () => isDeepStrictEqual(stored, value));
}
