import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  definePlugin,
  invalidInput,
  type Logger,
  markdownToPlainText,
  type Plugin,
  assertValid,
  validatePluginMeta,
} from "@botwright/core";
import type { SandboxFetch } from "@botwright/sandbox";
import { builtPath } from "./build/plugin-path.ts";
import type { PluginSource } from "./load-plugin.ts";
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
  const place =
    source.path === undefined
      ? ""
      : `\n//# sourceURL=${pathToFileURL(resolve(builtPath(source.path))).href}`;
  try {
    const text = Buffer.from(head + source.code + place).toString("base64");
    const loaded: unknown = await import(`data:text/javascript;base64,${text}`);
    return toPlugin([loaded, memberOf(loaded, "default"), given.module.exports], source);
  } finally {
    delete handover()[key];
  }
}

/** Finds handler and meta as the sandbox does: named exports, a default export, CommonJS. */
function toPlugin(places: readonly unknown[], { version }: PluginSource): Plugin {
  const find = (name: string): unknown =>
    places.map((place) => memberOf(place, name)).find((value) => value !== undefined);
  const handler = find("handler");
  if (!isHandler(handler)) throw invalidInput("the plugin must export a function named handler");
  const meta = assertValid("meta", validatePluginMeta(find("meta") ?? {}));
  const slug = meta.slug ?? `plugin-${version.slice(0, 8)}`;
  return definePlugin({ meta: { ...meta, slug }, handler });
}

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

function isHandler(value: unknown): value is Parameters<typeof definePlugin>[0]["handler"] {
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
