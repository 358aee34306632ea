import { inspect, type InspectOptions } from "node:util";
import { type Logger, markdownToPlainText } from "@botwright/core";
import type { VirtualTime } from "../time/virtual-time.ts";
import { createSeededCrypto } from "./host-crypto.ts";

/** Options of the replacements of the sandbox's globals. */
export interface HostGlobals {
  readonly time: VirtualTime;
  readonly logger: Logger;
  /** 0 to 1. */
  readonly random: () => number;
  /** The slug of a file that declares none. */
  readonly defaultSlug: string;
}

const LEVELS = { log: "info", info: "info", warn: "warn", error: "error", debug: "debug" } as const;

/** As much of an object on one line as the sandbox's console shows. */
const SHOWN: InspectOptions = {
  depth: 3,
  maxArrayLength: 100,
  breakLength: Infinity,
  compact: true,
};

function show(value: unknown): string {
  return typeof value === "string" ? value : inspect(value, SHOWN);
}

/** `Date` with another clock; everything else is Node's. */
function createVirtualDate(now: () => number): DateConstructor {
  return new Proxy(Date, {
    construct: (target, parts, newTarget): object =>
      Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
    apply: () => new Date(now()).toString(),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
}

/** The sandbox's globals where they differ from Node's, for a plugin in this process; timers and `fetch` apart. */
export function globalsFor({ time, logger, random }: HostGlobals): Record<string, unknown> {
  const log =
    (level: "info" | "warn" | "error" | "debug") =>
    (...parts: unknown[]): void =>
      logger[level](parts.map(show).join(" "));
  return {
    markdownToPlainText,
    Date: createVirtualDate(() => time.now()),
    crypto: createSeededCrypto(random),
    Math: Object.create(Math, { random: { value: random } }),
    console: Object.fromEntries(Object.entries(LEVELS).map(([name, level]) => [name, log(level)])),
  };
}
