import { isDeepStrictEqual } from "node:util";
import type { BotEvent } from "@botwright/core";

/** A host call that has settled. */
export type SettledCall = Pick<
  Extract<BotEvent, { readonly type: "host-call-settled" }>,
  "plugin" | "operation" | "args" | "outcome"
>;

/** A value under a key of a plugin's storage; `null` when there is none. */
export interface StoredValue {
  readonly plugin: string;
  readonly key: string;
  readonly value: unknown;
}

/** Follows what a conversation reads from storage and writes to it. */
export interface StorageTrace {
  /** Processes a call; returns the value that it has read, if no earlier call had left that value there. */
  readonly take: (call: SettledCall) => StoredValue | undefined;
}

/** Creates a {@link StorageTrace} of an empty storage. */
export function createStorageTrace(): StorageTrace {
  /** By plugin, then by key. */
  const plugins = new Map<string, Map<string, unknown>>();
  return {
    take({ plugin, operation, args, outcome }) {
      if (!outcome.ok) return undefined;
      const values = plugins.get(plugin) ?? new Map<string, unknown>();
      plugins.set(plugin, values);
      const [key, ...rest] = args;
      if (operation === "storage.clear") values.clear();
      if (typeof key !== "string") return undefined;
      switch (operation) {
        case "storage.set":
          values.set(key, rest[0]);
          return undefined;
        case "storage.compareAndSet":
          if (outcome.value === true) values.set(key, rest[1]);
          return undefined;
        case "storage.delete":
          values.delete(key);
          return undefined;
        case "storage.get": {
          const { value } = outcome;
          if (isDeepStrictEqual(value, values.get(key) ?? null)) return undefined;
          values.set(key, value);
          return { plugin, key, value };
        }
        default:
          return undefined;
      }
    },
  };
}
