import {
  type AdapterOptions,
  type AdapterState,
  type Clock,
  createMemoryAdapterState,
  invalidInput,
  isRecord,
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

/**
 * Checks that an adapter was given its options, and the texts that it cannot do without among them.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option; it does not show the value
 */
export function assertRequiredTexts(options: unknown, names: readonly string[]): void {
  if (!isRecord(options)) {
    const needed = names.length === 0 ? "" : `: { ${names.join(", ")} }`;
    throw invalidInput(`options must be an object${needed}`);
  }
  for (const name of names) {
    const value = options[name];
    if (value === undefined) throw invalidInput(`options.${name} is missing`);
    if (typeof value !== "string") throw invalidInput(`options.${name} must be a text`);
  }
}

/** Paths are joined to a base with a slash. */
export function withoutSlash(url: string): string {
  return trimEndCharacters(url, /\//u);
}
