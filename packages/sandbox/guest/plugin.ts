import { beginCalls, flushCalls } from "./calls.ts";
import { createContext } from "./context.ts";
import { setTime } from "./intrinsics/date.ts";
import { describeThrown, isObject } from "./errors.ts";
import { host, mayCross } from "./host.ts";
import { seedRandom } from "./intrinsics/random.ts";
import { describePendingTimer } from "./timers.ts";

type Handler = (context: object) => unknown;

/** Most characters of a file's declaration; no file may be longer. */
const MAX_DECLARATION_LENGTH = 262_144;

/** Host calls that may be open at once, and that may be made in all, unless the host says otherwise. */
const DEFAULT_CALLS: readonly [number, number] = [8, 200];

let handler: Handler | undefined;

/** A CommonJS file finds `module` and `exports` while it is loaded. */
export function defineModuleGlobals(): void {
  const module = { exports: {} };
  const descriptor = { writable: true, configurable: true, enumerable: false };
  Object.defineProperty(globalThis, "module", { ...descriptor, value: module });
  Object.defineProperty(globalThis, "exports", { ...descriptor, value: module.exports });
}

/**
 * Finds handler and meta in a loaded file, whichever way it exports them: as an ES module, as its default
 * export, or as `module.exports`. Returns what the host must know, as JSON.
 *
 * As the last step of loading it removes `module` and `exports` and freezes the global object: every call starts
 * from an image of this state.
 */
export function adopt(namespace: unknown): string {
  const commonJs = property(Reflect.get(globalThis, "module"), "exports");
  Reflect.deleteProperty(globalThis, "module");
  Reflect.deleteProperty(globalThis, "exports");
  Object.freeze(globalThis);
  let meta: unknown;
  for (const candidate of [namespace, property(namespace, "default"), commonJs]) {
    const found = property(candidate, "handler");
    if (handler === undefined && isHandler(found)) handler = found;
    meta ??= property(candidate, "meta");
  }
  const declaration = JSON.stringify({ handler: handler !== undefined, meta });
  const { length } = declaration;
  // The host refuses it by its length alone.
  const isShort = mayCross(length) && length <= MAX_DECLARATION_LENGTH;
  return isShort ? declaration : JSON.stringify({ characters: length });
}

/**
 * Starts the handler in a fresh copy of the plugin's image; reports its end to the host by `settle`. The time
 * and the seed of the random numbers come from the host, so that a replay runs the same.
 */
export function run(snapshotJson: string, seed: number, now: number): void {
  setTime(now);
  seedRandom(seed);
  try {
    const snapshot = JSON.parse(snapshotJson);
    const [openCalls, calls] = snapshot.hostCalls ?? DEFAULT_CALLS;
    beginCalls(openCalls, calls);
    if (handler === undefined) throw new Error("no handler was loaded");
    const outcome = handler(createContext(snapshot));
    Promise.resolve(outcome).then(succeed, fail);
  } catch (thrown) {
    fail(thrown);
  }
}

/** Ends the call with an error. It does not begin the waiting host calls, because the open ones may take long. */
export function fail(thrown: unknown): void {
  const json = describe(thrown);
  if (json === undefined) host().settle(0);
  else host().settle(0, json);
}

/** Converts a thrown value to JSON of bounded length; undefined when there is no memory for it. */
export function describe(thrown: unknown): string | undefined {
  try {
    return JSON.stringify(describeThrown(thrown));
  } catch {
    return undefined;
  }
}

/** Ends the call with a value; with an error if JSON cannot hold the value. */
function succeed(value: unknown): void {
  try {
    settleWith(value);
  } catch (thrown) {
    fail(thrown);
  }
}

function settleWith(value: unknown): void {
  const json = JSON.stringify(value);
  flushCalls();
  if (json !== undefined && !mayCross(json.length)) return;
  const timer = describePendingTimer();
  if (timer !== undefined) host().settle(1, json, timer);
  else if (json === undefined) host().settle(1);
  else host().settle(1, json);
}

function isHandler(value: unknown): value is Handler {
  return typeof value === "function";
}

function property(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}
