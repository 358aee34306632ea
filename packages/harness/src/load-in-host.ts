import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createErrorLocator,
  describeError,
  invalidInput,
  isBotwrightError,
  isInfrastructureError,
  type Logger,
  markdownToPlainText,
  type Plugin,
  type PluginDefinition,
  PluginError,
  type PluginMeta,
  type PluginText,
  readNodeStack,
  assertValid,
  validatePluginMeta,
} from "@botwright/core";
import type { SandboxFetch } from "@botwright/sandbox";
import type { PluginSource } from "./load-plugin.ts";
import { createRefusals, type Refusals } from "./refusals.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** What the replacements of the sandbox's globals need. */
export interface HostGlobals {
  readonly fetch: SandboxFetch;
  readonly time: VirtualTime;
  readonly logger: Logger;
  /** 0 to 1. */
  readonly random: () => number;
}

const HANDOVER = Symbol.for("botwright.harness.globals");
const LEVELS = { log: "info", info: "info", warn: "warn", error: "error", debug: "debug" } as const;

/**
 * Loads a plugin into this process, so that a debugger can step through it. It has the sandbox's
 * globals where they differ from Node's, but none of the sandbox's limits and isolation: use it
 * only for code that you trust.
 */
export async function loadInHost(source: PluginSource, globals: HostGlobals): Promise<Plugin> {
  const slots: Record<string, unknown> = {};
  const given = { ...globalsFor(globals), module: { exports: slots }, exports: slots };
  const names = Object.keys(given);
  const key = `${source.version}-${Math.random()}`;
  handover()[key] = given;
  // On the first line, so that the lines of the file stay where they are.
  const head = `const { ${names.join(", ")} } = globalThis[Symbol.for("botwright.harness.globals")][${JSON.stringify(key)}]; `;
  const url =
    source.path === undefined ? `botwright:${key}` : pathToFileURL(resolve(source.path)).href;
  const text = Buffer.from(`${head}${source.code}\n//# sourceURL=${url}`).toString("base64");
  const dataUrl = `data:text/javascript;base64,${text}`;
  const refusals = createRefusals();
  const errorsOf = (file: string): ToPluginError =>
    createPluginErrors([url, dataUrl], head.length, { ...source, file }, refusals);
  const provisional = `plugin-${source.version.slice(0, 8)}`;
  let loaded: unknown;
  try {
    loaded = await import(dataUrl);
  } catch (thrown) {
    // Node does not say where a syntax error is: the caller asks the sandbox's engine.
    if (thrown instanceof SyntaxError) throw thrown;
    throw errorsOf(source.path ?? `${provisional}.js`)(thrown);
  } finally {
    delete handover()[key];
  }
  const places = [loaded, memberOf(loaded, "default"), given.module.exports];
  const { meta, handler } = readExports(places);
  const { slug = provisional } = meta;
  const toPluginError = errorsOf(source.path ?? `${slug}.js`);
  return {
    meta: { ...meta, slug },
    async handler(context) {
      try {
        return await handler(refusals.observe(context));
      } catch (thrown) {
        throw toPluginError(thrown);
      }
    },
  };
}

type ToPluginError = (thrown: unknown) => unknown;

/**
 * Makes errors as the sandbox reports them: with the position in the plugin's file.
 *
 * @param urls the file's in stacks: Node's own has the first one, test frameworks show the `data:` URL
 * @param shift columns by which the first line is longer than the file's
 */
function createPluginErrors(
  [url, dataUrl]: readonly [string, string],
  shift: number,
  text: PluginText,
  refusals: Refusals,
): ToPluginError {
  const { locate } = createErrorLocator(text);
  return (thrown) => {
    if (isInfrastructureError(thrown)) return thrown;
    const refused = refusals.callOf(thrown);
    const frame = [thrown, refused]
      .flatMap((error) => readNodeStack(error, dataUrl))
      .find((one) => one.url === url || one.url === "data:");
    const column = (frame?.column ?? 0) - (frame?.line === 1 ? shift : 0);
    const location = frame && locate({ ...frame, column });
    const message = describeError(thrown).message.replaceAll(dataUrl, basename(text.file));
    const name = thrown instanceof Error ? thrown.name : typeof thrown;
    const isHosts = refused !== undefined && isBotwrightError(thrown);
    const shown = name === "Error" || isHosts ? message : `${name}: ${message}`;
    return new PluginError(shown, { code: "PLUGIN_ERROR", cause: thrown, ...location });
  };
}

/** Finds handler and meta as the sandbox does: named exports, a default export, CommonJS. */
function readExports(places: readonly unknown[]): { meta: PluginMeta; handler: Handler } {
  const find = (name: string): unknown =>
    places.map((place) => memberOf(place, name)).find((value) => value !== undefined);
  const handler = find("handler");
  if (!isHandler(handler)) throw invalidInput("the plugin must export a function named handler");
  return { meta: assertValid("meta", validatePluginMeta(find("meta") ?? {})), handler };
}

type Handler = PluginDefinition["handler"];

function globalsFor({ fetch, time, logger, random }: HostGlobals): Record<string, unknown> {
  const log =
    (level: "info" | "warn" | "error" | "debug") =>
    (...parts: unknown[]): void =>
      logger[level](parts.map(String).join(" "));
  class VirtualDate extends Date {
    constructor(...parts: [value?: number | string | Date]) {
      super(parts[0] ?? time.now());
    }
    static override now(): number {
      return time.now();
    }
  }
  return {
    markdownToPlainText,
    Date: VirtualDate,
    Math: Object.create(Math, { random: { value: random } }),
    console: Object.fromEntries(Object.entries(LEVELS).map(([name, level]) => [name, log(level)])),
    setTimeout: (callback: (...parts: unknown[]) => void, ms = 1, ...parts: unknown[]) =>
      startTimer(time, ms, () => callback(...parts)),
    clearTimeout: (stop: unknown) => (isStopper(stop) ? stop() : undefined),
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      const body = new Uint8Array(await request.arrayBuffer());
      const { method, headers, url, signal } = request;
      return fetch(url, {
        method,
        headers: [...headers],
        signal,
        ...(body.length > 0 && { body }),
      });
    },
  };
}

function startTimer(time: VirtualTime, ms: number, ring: () => void): () => void {
  let isStopped = false;
  const wait = async (): Promise<void> => {
    await time.timer(ms);
    if (!isStopped) ring();
  };
  void wait();
  return () => {
    isStopped = true;
  };
}

function isStopper(value: unknown): value is () => void {
  return typeof value === "function";
}

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
