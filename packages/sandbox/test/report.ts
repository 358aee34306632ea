import type { HandlerContext, JsonValue, PluginCall } from "@botwright/core";
import { expect } from "vitest";
import type { PluginInfo, Sandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

/** Under this key a plugin stores what its test wants to know: a handler's result says one thing only. */
const KEY = "report";

/** A plugin file whose handler reports what the source's `report(ctx)` returns, as JSON. */
export function reporting(source: string): string {
  return `${source}
    export async function handler(ctx) {
      const value = await report(ctx);
      await ctx.storage.set("${KEY}", { value });
      return { handled: true };
    }`;
}

/** Anything with a handler: a plugin, or one that is wrapped. */
interface Reporter {
  handler(context: HandlerContext, call?: PluginCall): Promise<unknown>;
}

/** Calls a plugin, which must end as handled, and returns the `value` that it reported once. */
export async function reportOf(
  plugin: Reporter,
  context: HandlerContext = createContext().context,
  call?: PluginCall,
): Promise<unknown> {
  const reports: JsonValue[] = [];
  const set = async (key: string, value: JsonValue): Promise<void> => {
    if (key === KEY) reports.push(value);
    else await context.storage.set(key, value);
  };
  const watched = { ...context, storage: { ...context.storage, set } };
  expect(await plugin.handler(watched, call)).toEqual({ handled: true });
  expect(reports).toHaveLength(1);
  return Reflect.get(Object(reports[0]), "value");
}

/** Calls a loaded plugin and returns what it reports. */
export type Report = (context?: HandlerContext, call?: PluginCall) => Promise<unknown>;

/** Loads a file with a function `report(ctx)`. */
export async function loadAndReport(
  sandbox: Sandbox,
  source: string,
  options?: PluginInfo,
): Promise<Report> {
  const plugin = await sandbox.load(reporting(source), options);
  return (context, call) => reportOf(plugin, context, call);
}
