import { beginCalls } from "./calls.ts";
import { createContext } from "./context.ts";
import { setTime } from "./date.ts";
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
  const { module } = globalThis as { module?: unknown };
  const commonJs = property(module, "exports");
  Reflect.deleteProperty(globalThis, "module");
  Reflect.deleteProperty(globalThis, "exports");
  Object.freeze(globalThis);
  let meta: unknown;
  for (const candidate of [namespace, property(namespace, "default"), commonJs]) {
    const found = property(candidate, "handler");
    if (handler === undefined && typeof found === "function") handler = found as Handler;
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
    Promise.resolve(outcome).then(succeed, fail).catch(fail);
  } catch (thrown) {
    fail(thrown);
  }
}

function succeed(value: unknown): void {
  host().settle(1, JSON.stringify(value) ?? "");
}

function fail(thrown: unknown): void {
  host().settle(0, describeThrown(thrown));
}

/** Name, message, code and stack of anything thrown, as JSON. */
export function describeThrown(thrown: unknown): string {
  try {
    if (typeof thrown !== "object" || thrown === null) {
      return JSON.stringify({ name: typeof thrown, message: String(thrown) });
    }
    const [name, message, code, stack] = ["name", "message", "code", "stack"].map((key) => {
      const value = property(thrown, key);
      return value === undefined ? undefined : String(value).slice(0, 8192);
    });
    return JSON.stringify({ name, message, code, stack });
  } catch {
    return JSON.stringify({ name: "Error", message: "the error could not be read" });
  }
}

function property(value: unknown, key: string): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null)
    return undefined;
  return Reflect.get(value, key);
}
