import {
  type AdapterOptions,
  type AdapterState,
  type Clock,
  createMemoryAdapterState,
  type Logger,
  silentLogger,
  systemClock,
  trimEndCharacters,
} from "@botwright/core";

/** `AdapterOptions` with their defaults. */
export interface ResolvedAdapterOptions {
  /** Without a slash at the end. */
  readonly apiBase: string;
  readonly state: AdapterState;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
}

/** Fills in the options that a caller has left out. */
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
  return trimEndCharacters(url, /\//u);
}
