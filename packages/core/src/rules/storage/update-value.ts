/** The methods of a storage on which an update is built. */
interface Updatable<Value> {
  get(key: string): Promise<Value>;
  compareAndSet(key: string, expected: Value, value: Value): Promise<unknown>;
}

/** Maximum attempts of one update; each time an attempt fails, another writer has succeeded. */
const TRIES = 64;

/**
 * Reads a value, changes it and writes it with `compareAndSet`; repeats this when another write came in between, so
 * that no write is lost. Also part of the guest, so it may use nothing but the language.
 *
 * @throws {Error} `STORAGE_CONFLICT` when other writes keep coming in between, `STORAGE_INVALID_VALUE` when `change`
 * returns `undefined`, `INVALID_ARGUMENT` when it is no function; nothing has been written then
 */
export async function updateValue<Value>(
  storage: Updatable<Value>,
  key: string,
  change: (value: Value) => Value | Promise<Value>,
): Promise<Value> {
  if (typeof change !== "function") {
    throw codedError("INVALID_ARGUMENT", "storage.update: the second argument must be a function");
  }
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await storage.get(key);
    // A copy, because the function may change the object that it gets.
    const given: Value = typeof before === "object" ? JSON.parse(JSON.stringify(before)) : before;
    const value = await change(given);
    if (value === undefined) {
      const problem = "storage.update: the function returned undefined: return the new value";
      throw codedError("STORAGE_INVALID_VALUE", problem);
    }
    if ((await storage.compareAndSet(key, before, value)) === true) return value;
  }
  const problem = `storage.update: "${key.slice(0, 40)}" is written all the time, try again later`;
  throw codedError("STORAGE_CONFLICT", problem);
}

function codedError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
