import { GuardedFetchError } from "./errors.ts";

/** An answer of a name server. */
export interface ResolvedAddress {
  /** An IPv4 or IPv6 address in its usual notation. */
  address: string;
  family: number;
}

/** Finds the addresses of a host name; rejects when there is none. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Options of {@link createGuardedFetch}. */
export interface GuardedFetchOptions {
  /**
   * Host patterns that may be reached at all, as {@link matchesHost} reads them.
   *
   * @default every public host
   */
  hosts?: readonly string[];
  /**
   * Exact origins such as `http://127.0.0.1:8080` that are trusted: scheme, port and address are
   * not checked there. For tests and for services of one's own; everyone who may use this fetch
   * reaches them. Redirects that leave them are checked as any other.
   *
   * @default []
   */
  allowedOrigins?: readonly string[];
  /**
   * Resolves host names, asked once for each connection.
   *
   * @default the operating system's resolver
   */
  lookup?: Lookup;
  /**
   * How many redirects one fetch may follow.
   *
   * @default 5
   */
  maxRedirects?: number;
  /**
   * Bytes that a request body may have.
   *
   * @default 5 MiB
   */
  maxRequestBytes?: number;
  /**
   * Bytes that a response body may have, after decompression.
   *
   * @default 5 MiB
   */
  maxResponseBytes?: number;
  /**
   * Milliseconds that one fetch may take, redirects and body included.
   *
   * @default 30000
   */
  timeoutMs?: number;
  /**
   * The `user-agent` of requests that bring none.
   *
   * @default "botwright"
   */
  userAgent?: string;
}

/** What a {@link GuardedFetch} is given beside the address: the Web's options, and `hosts`. */
export interface GuardedFetchInit extends RequestInit {
  /**
   * Host patterns, as {@link matchesHost} reads them, that this fetch and its redirects may reach:
   * they narrow the option of the same name.
   */
  hosts?: readonly string[];
}

/** All options, checked. */
export interface Settings {
  readonly hosts: readonly string[] | undefined;
  readonly allowedOrigins: ReadonlySet<string>;
  readonly lookup: Lookup | undefined;
  readonly maxRedirects: number;
  readonly maxRequestBytes: number;
  readonly maxResponseBytes: number;
  readonly timeoutMs: number;
  readonly userAgent: string;
}

const MIB = 1024 ** 2;
/** What a timer of Node can wait at most. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** @throws {@link GuardedFetchError} `INVALID_OPTION` */
export function readOptions(options: GuardedFetchOptions): Settings {
  const userAgent = options.userAgent ?? "botwright";
  if (!/^[\x20-\x7e]+$/.test(userAgent)) throw invalid("userAgent", "printable ASCII text");
  return {
    hosts: options.hosts,
    allowedOrigins: new Set((options.allowedOrigins ?? []).map(readOrigin)),
    lookup: options.lookup,
    maxRedirects: readInteger("maxRedirects", options.maxRedirects ?? 5),
    maxRequestBytes: readInteger("maxRequestBytes", options.maxRequestBytes ?? 5 * MIB),
    maxResponseBytes: readInteger("maxResponseBytes", options.maxResponseBytes ?? 5 * MIB),
    timeoutMs: readInteger("timeoutMs", options.timeoutMs ?? 30_000, MAX_TIMER_MS),
    userAgent,
  };
}

function readInteger(name: string, value: number, max: number = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= max) return value;
  throw invalid(name, `an integer from 0 to ${max}`);
}

/** A path or a query would look as if it were checked, so there must be none. */
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
