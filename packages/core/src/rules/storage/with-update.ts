import type { PluginStorage, Storage } from "../../ports/storage.ts";
import { updateValue } from "./update-value.ts";

/** Adds {@link PluginStorage.update} to a storage, which may be an instance of a class. */
export function withUpdate(storage: Storage): PluginStorage {
  const whole: PluginStorage = {
    ...withOwnMethods(storage),
    update: (key, change) => updateValue(whole, key, change),
  };
  return whole;
}

/** Returns a storage that can be copied: a copy of a class's instance would not have the methods of its prototype. */
function withOwnMethods(storage: Storage): Storage {
  if (Object.hasOwn(storage, "get")) return storage;
  return {
    get: storage.get.bind(storage),
    set: storage.set.bind(storage),
    compareAndSet: storage.compareAndSet.bind(storage),
    delete: storage.delete.bind(storage),
    keys: storage.keys.bind(storage),
    clear: storage.clear.bind(storage),
    ...(storage.forEffect !== undefined && { forEffect: storage.forEffect.bind(storage) }),
  };
}
