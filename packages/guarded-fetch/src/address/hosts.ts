import { isIPv6 } from "node:net";

/** A list of host patterns, read once. Made by {@link createHostMatcher}. */
export interface HostMatcher {
  /**
   * The patterns in the form of URLs, lower-case and in punycode, without duplicates. Patterns that match nothing
   * are left out.
   */
  readonly patterns: readonly string[];
  /** Whether the host name matches a pattern; the time does not grow with the number of patterns. */
  readonly matches: (hostname: string) => boolean;
  /** Whether each host name that the given pattern matches also matches one of these patterns. */
  readonly covers: (pattern: string) => boolean;
}

/**
 * Reads host patterns once for many comparisons: `example.com` matches only itself, `*.example.com` matches
 * subdomains of any depth but not `example.com`, and `*` matches any host name. Case, a trailing dot,
 * Unicode or punycode form, and the brackets of an IPv6 address make no difference. A text that is not a
 * host name (with a scheme, port or path, or with more than 253 characters) matches nothing, neither as pattern nor as
 * name.
 *
 * @example
 * const matcher = createHostMatcher(["*.Example.com"]);
 * matcher.patterns; // ["*.example.com"]
 * matcher.matches("api.example.com"); // true
 * matcher.covers("*.api.example.com"); // true
 */
export function createHostMatcher(patterns: readonly string[]): HostMatcher {
  const known = new Set<string>();
  for (const pattern of patterns) {
    const read = readPattern(pattern);
    if (read !== undefined) known.add(read);
  }
  const isAllowed = (name: string): boolean =>
    known.has("*") || known.has(name) || isBelowOne(known, name);
  return {
    patterns: [...known],
    matches(hostname) {
      const name = known.size === 0 ? undefined : normalizeHost(hostname);
      return name !== undefined && isAllowed(name);
    },
    covers(pattern) {
      const read = readPattern(pattern);
      return read === undefined || isAllowed(read);
    },
  };
}

function readPattern(pattern: string): string | undefined {
  if (pattern === "*") return pattern;
  if (!pattern.startsWith("*.")) return normalizeHost(pattern);
  const parent = normalizeHost(pattern.slice(2));
  return parent && `*.${parent}`;
}

/**
 * Whether one of the patterns allows all names below a parent of this name or pattern. A name has as many parents as
 * dots, so this takes one look-up for each.
 */
function isBelowOne(patterns: ReadonlySet<string>, name: string): boolean {
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    if (patterns.has(`*${name.slice(dot)}`)) return true;
  }
  return false;
}

/** The most characters of a host name, and of one of its labels (RFC 1035). */
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/**
 * Normalises a host name as URL parsing does, without a trailing dot. A longer label is not parsed, because
 * Node's work for a label that is not ASCII grows with the square of its length.
 */
function normalizeHost(text: string): string | undefined {
  if (text.length > MAX_NAME_LENGTH + BRACKETS_OR_DOT) return undefined;
  const host = isIPv6(text) ? `[${text}]` : text;
  // A URL would parse these characters as something other than the host, or drop them.
  if (/[\s/?#@\\*]/.test(host) || (host.includes(":") && !/^\[[^[\]]*\]$/.test(host))) {
    return undefined;
  }
  if (host.split(DOTS).some((label) => label.length > MAX_LABEL_LENGTH)) return undefined;
  if (!URL.canParse(`https://${host}/`)) return undefined;
  const name = new URL(`https://${host}/`).hostname.replace(/\.$/, "");
  return name.length > MAX_NAME_LENGTH || name.split(".").includes("") ? undefined : name;
}

const BRACKETS_OR_DOT = 2;

/** The characters that URLs read as the dot between two labels. */
const DOTS = /[.\u3002\uff0e\uff61]/u;
