import { Resolver } from "node:dns";
import { createHostMatcher, type HostMatcher } from "./address/hosts.ts";
import { GuardedFetchError } from "./errors.ts";

/** An address that a resolver returned. */
export interface ResolvedAddress {
  /** An IPv4 or IPv6 address in its usual notation. */
  address: string;
  family: number;
}

/** Options of a {@link Lookup}. */
export interface LookupOptions {
  /** Aborted when no caller waits for the answer any longer. */
  readonly signal: AbortSignal;
}

/**
 * Resolves a host name; rejects when it has no address. It must settle eventually, even if it cannot be
 * cancelled: until then it counts towards `maxLookups`.
 */
export type Lookup = (
  hostname: string,
  options: LookupOptions,
) => Promise<readonly ResolvedAddress[]>;

/**
 * How much work a server may cause in one fetch, including redirects and informational answers. Beyond that, the
 * fetch ends with `FETCH_EXCESSIVE_LOAD` and the connection is closed. Work is counted, not timed.
 */
export interface LoadLimits {
  /** Answers with a status of 1xx. @default 16 */
  readonly informational: number;
  /** Fields in the head of one answer. @default 256 */
  readonly headers: number;
  /** Reads of the connection, and chunks of the body, that may be of any size. @default 1024 */
  readonly chunks: number;
  /** Average bytes that each read and each chunk beyond that must have. @default 64 */
  readonly bytesPerChunk: number;
  /**
   * Bytes that may arrive in addition to twice the size of the body: heads, chunk sizes, trailers. A compressed body
   * may have as many in addition to twice its decompressed size.
   * @default 262_144
   */
  readonly overheadBytes: number;
}

/** Options of {@link createGuardedFetch}. */
export interface GuardedFetchOptions {
  /**
   * Host patterns that may be reached, see {@link createHostMatcher}.
   *
   * @default every public host
   */
  hosts?: readonly string[];
  /**
   * Exact origins such as `http://127.0.0.1:8080` that are trusted: scheme, port and address are not
   * checked. For tests and for the host's own services. Every user of this fetch can reach them. Redirects
   * to other origins are checked.
   *
   * @default []
   */
  allowedOrigins?: readonly string[];
  /**
   * Resolves host names, once per connection. Pass {@link resolveBySystem} if the host needs its hosts
   * file.
   *
   * @default queries name servers directly, and the operating system for names in `allowedOrigins`
   */
  lookup?: Lookup;
  /**
   * Name servers for the default `lookup`, such as `192.0.2.53` or `192.0.2.53:5353`.
   *
   * @default those of the system
   */
  nameServers?: readonly string[];
  /**
   * Milliseconds for one look-up.
   *
   * @default 10000
   */
  lookupTimeoutMs?: number;
  /**
   * Concurrent look-ups; others wait.
   *
   * @default 32
   */
  maxLookups?: number;
  /**
   * Concurrent look-ups of one `group`; never more than are free, so that other groups get a slot.
   *
   * @default 4
   */
  maxLookupsPerGroup?: number;
  /**
   * Concurrent fetches, each until its body is read or cancelled; others wait.
   *
   * @default 128
   */
  maxFetches?: number;
  /**
   * Concurrent fetches of one `group`; never more than are free, so that other groups get a slot.
   *
   * @default 32
   */
  maxFetchesPerGroup?: number;
  /**
   * How many fetches may wait, and as many look-ups; further ones end with `FETCH_OVERLOADED`.
   *
   * @default 4096
   */
  maxWaiting?: number;
  /**
   * How many fetches of one `group` may wait, and as many look-ups.
   *
   * @default 512
   */
  maxWaitingPerGroup?: number;
  /** How much work a server may cause; each limit has its own default. */
  loadLimits?: Partial<LoadLimits>;
  /**
   * Maximum redirects of one fetch.
   *
   * @default 5
   */
  maxRedirects?: number;
  /**
   * Maximum bytes of a request body.
   *
   * @default 5 MiB
   */
  maxRequestBytes?: number;
  /**
   * Maximum bytes of a response body, after decompression.
   *
   * @default 5 MiB
   */
  maxResponseBytes?: number;
  /**
   * Milliseconds for one fetch, including redirects and body.
   *
   * @default 30000
   */
  timeoutMs?: number;
  /**
   * The `user-agent` of requests without one.
   *
   * @default "botwright"
   */
  userAgent?: string;
}

/** The Web's options of `fetch`, and additional ones. */
export interface GuardedFetchInit extends RequestInit {
  /**
   * Host patterns (see {@link createHostMatcher}) for this fetch and its redirects; a host must match the option of the
   * same name too.
   */
  hosts?: readonly string[];
  /** Lowers the option of the same name for this fetch. */
  maxResponseBytes?: number;
  /**
   * The group of this fetch, for example a plugin. Groups share the capacity fairly, and each has its own bounds. Any
   * text.
   *
   * @default no group: only the common bounds apply
   */
  group?: string;
  /**
   * Called with `true` when the fetch has to wait for others to end, and with `false` when it starts
   * after that.
   */
  onWaiting?: (isWaiting: boolean) => void;
}

/** All options after validation. */
export interface Settings {
  readonly hosts: HostMatcher | undefined;
  readonly allowedOrigins: ReadonlySet<string>;
  readonly lookup: Lookup | undefined;
  readonly nameServers: readonly string[] | undefined;
  readonly lookupTimeoutMs: number;
  readonly maxLookups: number;
  readonly maxLookupsPerGroup: number;
  readonly maxFetches: number;
  readonly maxFetchesPerGroup: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerGroup: number;
  readonly loadLimits: LoadLimits;
  readonly maxRedirects: number;
  readonly maxRequestBytes: number;
  readonly maxResponseBytes: number;
  readonly timeoutMs: number;
  readonly userAgent: string;
}

const DEFAULT_LOAD_LIMITS: LoadLimits = {
  informational: 16,
  headers: 256,
  chunks: 1024,
  bytesPerChunk: 64,
  overheadBytes: 256 * 1024,
};

const MIB = 1024 ** 2;
/** The longest delay of a Node timer, in milliseconds. */
const timer = { max: 2 ** 31 - 1 };
const atLeastOne = { min: 1 };

/** @throws {@link GuardedFetchError} `INVALID_OPTION` */
export function readOptions(options: GuardedFetchOptions): Settings {
  const userAgent = options.userAgent ?? "botwright";
  if (!/^[\x20-\x7e]+$/.test(userAgent)) throw invalid("userAgent", "printable ASCII text");
  const settings: Settings = {
    hosts: options.hosts && createHostMatcher(options.hosts),
    allowedOrigins: new Set((options.allowedOrigins ?? []).map(readOrigin)),
    lookup: options.lookup,
    nameServers: readNameServers(options.nameServers),
    lookupTimeoutMs: readInteger("lookupTimeoutMs", options.lookupTimeoutMs ?? 10_000, timer),
    maxLookups: readInteger("maxLookups", options.maxLookups ?? 32, atLeastOne),
    maxLookupsPerGroup: readInteger(
      "maxLookupsPerGroup",
      options.maxLookupsPerGroup ?? 4,
      atLeastOne,
    ),
    maxFetches: readInteger("maxFetches", options.maxFetches ?? 128, atLeastOne),
    maxFetchesPerGroup: readInteger(
      "maxFetchesPerGroup",
      options.maxFetchesPerGroup ?? 32,
      atLeastOne,
    ),
    maxWaiting: readInteger("maxWaiting", options.maxWaiting ?? 4096),
    maxWaitingPerGroup: readInteger("maxWaitingPerGroup", options.maxWaitingPerGroup ?? 512),
    loadLimits: readLoadLimits(options.loadLimits),
    maxRedirects: readInteger("maxRedirects", options.maxRedirects ?? 5),
    maxRequestBytes: readInteger("maxRequestBytes", options.maxRequestBytes ?? 5 * MIB),
    maxResponseBytes: readInteger("maxResponseBytes", options.maxResponseBytes ?? 5 * MIB),
    timeoutMs: readInteger("timeoutMs", options.timeoutMs ?? 30_000, timer),
    userAgent,
  };
  assertNames("", options, settings);
  return settings;
}

/**
 * Refuses unknown names, because a misspelt option would silently have its default.
 *
 * @throws {@link GuardedFetchError} `INVALID_OPTION`
 */
function assertNames(path: string, given: object, known: object): void {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const problem = `${path}${unknown} is no option; there are ${Object.keys(known).join(", ")}`;
  throw new GuardedFetchError("INVALID_OPTION", problem);
}

/** @throws {@link GuardedFetchError} `INVALID_OPTION` */
export function readInteger(
  name: string,
  value: number,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): number {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  throw invalid(name, `an integer from ${min} to ${max}`);
}

function readLoadLimits(own: Partial<LoadLimits> = {}): LoadLimits {
  assertNames("loadLimits.", own, DEFAULT_LOAD_LIMITS);
  const limits = { ...DEFAULT_LOAD_LIMITS, ...own };
  for (const [name, value] of Object.entries(limits)) readInteger(`loadLimits.${name}`, value);
  return { ...limits, bytesPerChunk: Math.max(1, limits.bytesPerChunk) };
}

/** Checks the addresses by a resolver now, because the default `lookup` would report an invalid one only when used. */
function readNameServers(servers: readonly string[] | undefined): readonly string[] | undefined {
  if (servers === undefined) return undefined;
  try {
    new Resolver().setServers(servers);
    return servers;
  } catch {
    throw invalid("nameServers", "made of addresses such as 192.0.2.53 or [2001:db8::53]:53");
  }
}

/** Reads an origin; refuses a URL with a path or query, because it would seem to be checked. */
function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) {
    return url.origin;
  }
  throw invalid("allowedOrigins", "made of origins such as http://127.0.0.1:8080");
}

function invalid(name: string, expected: string): GuardedFetchError {
  return new GuardedFetchError("INVALID_OPTION", `${name} must be ${expected}`);
}
