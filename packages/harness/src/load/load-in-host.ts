import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  assertMeta,
  findMetaWarnings,
  type HandlerResult,
  missingHandler,
  type Plugin,
  type PluginDefinition,
  type PluginMeta,
  warnOfPendingTimer,
} from "@botwright/core";
import { builtPath } from "../build/plugin-path.ts";
import {
  type CallLimits,
  type FetchOptions,
  hostMatcherOf,
  type SandboxFetch,
} from "@botwright/sandbox";
import { createPluginErrors, type PluginErrors } from "./host-errors.ts";
import { createHostFetch } from "./host-fetch.ts";
import { globalsFor, type HostGlobals } from "./host-globals.ts";
import { createHostTimers, type HostTimer } from "./host-timers.ts";
import type { PluginSource } from "./load-plugin.ts";
import { createRefusals } from "./refusals.ts";

/** Options of a plugin in this process. */
export interface HostLoadOptions extends HostGlobals {
  readonly fetch: SandboxFetch;
  readonly limits: CallLimits;
}

const HANDOVER = Symbol.for("botwright.harness.globals");
/**
 * Loads a plugin into this process, so that a debugger can step through it. It has the sandbox's
 * globals where they differ from Node's, and its host calls are permitted and limited as there. It has neither
 * the sandbox's isolation nor its limits of computing, memory and console output: use it only for code that
 * you trust.
 */
export async function loadInHost(source: PluginSource, globals: HostLoadOptions): Promise<Plugin> {
  const slots: Record<string, unknown> = {};
  const timers = createHostTimers(globals.time);
  const refusals = createRefusals();
  const { limits } = globals;
  let hosts: FetchOptions["hosts"];
  const network = createHostFetch({ fetch: globals.fetch, limits, hosts: () => hosts });
  const given = {
    ...globalsFor(globals),
    ...timers.globals,
    ...refusals.observeCalls({ fetch: network.fetch }),
    module: { exports: slots },
    exports: slots,
  };
  const names = Object.keys(given);
  const key = `${source.version}-${Math.random()}`;
  handover()[key] = given;
  // Add the code on the first line, so that the file's line numbers stay the same.
  const head = `const { ${names.join(", ")} } = globalThis[Symbol.for("botwright.harness.globals")][${JSON.stringify(key)}]; `;
  const url =
    source.path === undefined
      ? `botwright:${key}`
      : pathToFileURL(resolve(builtPath(source.path))).href;
  const text = Buffer.from(`${head}${source.code}\n//# sourceURL=${url}`).toString("base64");
  const dataUrl = `data:text/javascript;base64,${text}`;
  const errorsOf = (file: string): PluginErrors =>
    createPluginErrors([url, dataUrl], head.length, { ...source, file }, refusals);
  let loaded: unknown;
  try {
    loaded = await import(dataUrl);
  } catch (thrown) {
    // Node does not report the position of a syntax error, so the caller asks the sandbox's engine.
    if (thrown instanceof SyntaxError) throw thrown;
    throw errorsOf(source.path ?? `${globals.defaultSlug}.js`).toPluginError(thrown);
  } finally {
    delete handover()[key];
  }
  const places = [loaded, memberOf(loaded, "default"), given.module.exports];
  const { meta, handler } = readExports(places);
  hosts = hostMatcherOf(meta.permissions);
  for (const { message } of findMetaWarnings(meta)) globals.logger.warn(message);
  const { slug = globals.defaultSlug } = meta;
  const errors = errorsOf(source.path ?? `${slug}.js`);
  const warnOf = ({ name, ms, start }: HostTimer): void => {
    const { position } = errors.locate(start) ?? {};
    const { message, fields } = warnOfPendingTimer({ name, ms, position });
    globals.logger.warn(message, { ...fields });
  };
  return {
    meta: { ...meta, slug },
    limits,
    permitsHost: hosts?.matches,
    async handler(context, call = { id: "" }) {
      call.hostCalls?.bindBot({ maxDownloadBytes: limits.downloadBytes });
      const run = async (): Promise<HandlerResult> => handler(refusals.observe(context));
      try {
        return await network.run(call, () => timers.run(run, warnOf));
      } catch (thrown) {
        throw errors.toPluginError(thrown);
      }
    },
  };
}

/** Finds handler and meta as the sandbox does: named exports, a default export, CommonJS. */
function readExports(places: readonly unknown[]): { meta: PluginMeta; handler: Handler } {
  const find = (name: string): unknown =>
    places.map((place) => memberOf(place, name)).find((value) => value !== undefined);
  const handler = find("handler");
  if (!isHandler(handler)) throw missingHandler();
  return { meta: assertMeta(find("meta") ?? {}), handler };
}

type Handler = PluginDefinition["handler"];

function isHandler(value: unknown): value is Handler {
  return typeof value === "function";
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function handover(): Record<string, unknown> {
  const known: unknown = Reflect.get(globalThis, HANDOVER);
  if (isRecord(known)) return known;
  const made: Record<string, unknown> = {};
  Reflect.set(globalThis, HANDOVER, made);
  return made;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
