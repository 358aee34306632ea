import {
  type AdapterState,
  type Clock,
  createMemoryAdapterState,
  type Logger,
  silentLogger,
  systemClock,
} from "@botwright/core";

/** What every adapter can be told; each platform's options begin with these. */
export interface AdapterOptions {
  /** Where the platform's API is. @default the platform's own */
  apiBase?: string;
  /** Keeps over restarts what must not be lost: see the README. @default in memory */
  state?: AdapterState;
  /** @default nothing is logged */
  logger?: Logger;
  /** @default the machine's */
  clock?: Clock;
  /** For one call, in milliseconds; uploads and downloads have more. @default 30_000 */
  requestTimeoutMs?: number;
  /**
   * Called once after a start, when the platform refuses the credentials while the adapter runs:
   * bind the bot again.
   */
  onFailure?: (error: unknown) => void;
}

/** {@link AdapterOptions} with their defaults. */
export interface ResolvedAdapterOptions {
  /** Without a slash at the end. */
  readonly apiBase: string;
  readonly state: AdapterState;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
}

/** Fills the defaults in. */
export function resolveAdapterOptions(
  options: AdapterOptions,
  defaults: { readonly apiBase: string; readonly requestTimeoutMs?: number },
): ResolvedAdapterOptions {
  return {
    apiBase: withoutSlash(options.apiBase ?? defaults.apiBase),
    state: options.state ?? createMemoryAdapterState(),
    logger: options.logger ?? silentLogger,
    clock: options.clock ?? systemClock,
    requestTimeoutMs: options.requestTimeoutMs ?? defaults.requestTimeoutMs ?? 30_000,
  };
}

/** Paths are joined to a base with a slash. */
export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
