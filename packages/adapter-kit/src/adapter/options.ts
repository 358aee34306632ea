import {
  type AdapterOptions,
  type AdapterState,
  assertOptions,
  type Clock,
  createMemoryAdapterState,
  invalidInput,
  isRecord,
  type Logger,
  OPTION_RULES,
  type OptionRules,
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

const { number, object, text } = OPTION_RULES;

const COMMON_RULES: OptionRules<AdapterOptions> = {
  apiBase: text,
  state: object,
  logger: object,
  clock: object,
  requestTimeoutMs: number,
};

/** The rules for the options that an adapter has besides `AdapterOptions`. */
export type OwnOptionRules<Options extends AdapterOptions> = OptionRules<
  Omit<Options, keyof AdapterOptions>
>;

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
 * Checks the options of an adapter. Authors who write JavaScript have no compiler that reports a misspelt name, and
 * the default would silently apply in its place.
 *
 * @param own the rules of the adapter's own options
 * @param required the names of the options that the adapter needs
 * @throws {InvalidInputError} `INVALID_INPUT` naming the option; the error does not show the value
 * @example
 * assertAdapterOptions<PigeonAdapterOptions>(options, { token: OPTION_RULES.text }, ["token"]);
 */
export function assertAdapterOptions<Options extends AdapterOptions>(
  options: Options,
  own: OwnOptionRules<Options>,
  required: readonly (keyof Options & string)[] = [],
): void {
  const needed = required.length === 0 ? "" : `: { ${required.join(", ")} }`;
  if (!isRecord(options)) throw invalidInput(`options must be an object${needed}`);
  assertOptions<object>("options", options, { ...COMMON_RULES, ...own });
  assertPresent("options", options, required);
}

/**
 * Checks a group of options that belong together, such as those of a callback; accepts `undefined`.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` as {@link assertAdapterOptions}
 */
export function assertOptionGroup<Group extends object>(
  name: string,
  group: Group | undefined,
  rules: OptionRules<Group>,
  required: readonly (keyof Group & string)[] = [],
): void {
  if (group === undefined) return;
  const path = `options.${name}`;
  assertOptions(path, group, rules);
  assertPresent(path, group, required);
}

function assertPresent<Group extends object>(
  path: string,
  group: Group,
  required: readonly (keyof Group & string)[],
): void {
  const missing = required.find((name) => group[name] === undefined);
  if (missing !== undefined) throw invalidInput(`${path}.${missing} is missing`);
}

/** Removes the slashes at the end of a base URL, because paths are joined to it with a slash. */
export function withoutSlash(url: string): string {
  return trimEndCharacters(url, /\//u);
}
