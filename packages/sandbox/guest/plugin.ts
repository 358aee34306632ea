import { beginCalls } from "./calls.ts";
import { createContext } from "./context.ts";
import { setTime } from "./date.ts";
import { describeThrown, isObject } from "./errors.ts";
import { host } from "./host.ts";
import { seedRandom } from "./random.ts";

type Handler = (context: object) => unknown;

let handler: Handler | undefined;

/** A CommonJS file finds `module` and `exports` while it is loaded. */
export function defineModuleGlobals(): void {
  const module = { exports: {} };
  const descriptor = { writable: true, configurable: true, enumerable: false };
  Object.defineProperty(globalThis, "module", { ...descriptor, value: module });
  Object.defineProperty(globalThis, "exports", { ...descriptor, value: module.exports });
}

/** Finds handler and meta in a loaded file; returns what the host must know, as JSON. */
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
  return JSON.stringify({ handler: handler !== undefined, meta });
}

/** Starts the handler; its end is told to the host. */
export function run(frameJson: string, seed: number, now: number): void {
  setTime(now);
  seedRandom(seed);
  beginCalls();
  try {
    if (handler === undefined) throw new Error("no handler was loaded");
    const outcome = handler(createContext(JSON.parse(frameJson)));
    // A value that JSON cannot hold makes `succeed` throw.
    Promise.resolve(outcome).then(succeed).catch(fail);
  } catch (thrown) {
    fail(thrown);
  }
}

/** Ends the call with an error. */
export function fail(thrown: unknown): void {
  host().settle(0, JSON.stringify(describeThrown(thrown)));
}

function succeed(value: unknown): void {
  host().settle(1, JSON.stringify(value) ?? "");
}

function isHandler(value: unknown): value is Handler {
  return typeof value === "function";
}

function property(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}
