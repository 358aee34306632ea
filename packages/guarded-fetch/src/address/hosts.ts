import { isIPv6 } from "node:net";

/** A list of host patterns, read once. Made by {@link createHostMatcher}. */
export interface HostMatcher {
  /**
   * The patterns in the form that URLs have, lower-case and in punycode, each once; those that match nothing
   * are left out.
   */
  readonly patterns: readonly string[];
  /** Whether the host name matches one of them; its work does not grow with their number. */
  readonly matches: (hostname: string) => boolean;
  /** Whether every host name that the pattern matches matches one of them. */
  readonly covers: (pattern: string) => boolean;
}

/**
 * Reads host patterns once for many comparisons: `example.com` matches only itself, `*.example.com` matches
 * subdomains of any depth but not `example.com`, and `*` matches any host name. Case, a trailing dot, and
 * Unicode or punycode form make no difference; an IPv6 address may have brackets or not. A text that is no
 * host name (with a scheme, port or path, or with more than 253 characters) matches nothing, as pattern and as
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
 * Whether a pattern allows all names below one of the parents of a name or pattern: there are as many as dots.
 */
function isBelowOne(patterns: ReadonlySet<string>, name: string): boolean {
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    if (patterns.has(`*${name.slice(dot)}`)) return true;
  }
  return false;
}

/** Characters of the longest host name in the Internet, and of its longest part (RFC 1035). */
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/**
 * Normalises a host name as URL parsing does, without a trailing dot. Node's work for a part of a name that is
 * not ASCII grows with the square of its length, so a longer one is not parsed.
 */
function normalizeHost(text: string): string | undefined {
  if (text.length > MAX_NAME_LENGTH + BRACKETS_OR_DOT) return undefined;
  const host = isIPv6(text) ? `[${text}]` : text;
  // A URL would parse these as something other than the host, or drop them.
  if (/[\s/?#@\\*]/.test(host) || (host.includes(":") && !/^\[[^[\]]*\]$/.test(host))) {
    return undefined;
  }
  if (host.split(DOTS).some((label) => label.length > MAX_LABEL_LENGTH)) return undefined;
  if (!URL.canParse(`https://${host}/`)) return undefined;
  const name = new URL(`https://${host}/`).hostname.replace(/\.$/, "");
  return name.length > MAX_NAME_LENGTH || name.split(".").includes("") ? undefined : name;
}

const BRACKETS_OR_DOT = 2;

/** What URLs read as the dot between two parts of a name. */
const DOTS = /[.\u3002\uff0e\uff61]/u;
