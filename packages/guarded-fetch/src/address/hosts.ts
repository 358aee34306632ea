import { isIPv6 } from "node:net";

/**
 * Whether the host name matches one of the patterns: `example.com` matches only itself, `*.example.com`
 * matches subdomains of any depth but not `example.com`, and `*` matches any host name. Case, a trailing
 * dot, and Unicode or punycode form make no difference; an IPv6 address may have brackets or not. A text
 * that is no host name (with a scheme, port or path) matches nothing, as pattern and as name.
 *
 * @example
 * matchesHost(["*.example.com"], "API.Example.com."); // true
 * matchesHost(["*.example.com"], "example.com"); // false
 */
export function matchesHost(patterns: readonly string[], hostname: string): boolean {
  const name = normalizeHost(hostname);
  return name !== undefined && patterns.some((pattern) => fits(pattern, name));
}

function fits(pattern: string, name: string): boolean {
  if (pattern === "*") return true;
  if (!pattern.startsWith("*.")) return normalizeHost(pattern) === name;
  const parent = normalizeHost(pattern.slice(2));
  return parent !== undefined && name.endsWith(`.${parent}`);
}

/** Normalises a host name as URL parsing does, without a trailing dot. */
function normalizeHost(text: string): string | undefined {
  const host = isIPv6(text) ? `[${text}]` : text;
  // A URL would parse these as something other than the host, or drop them.
  if (/[\s/?#@\\*]/.test(host) || (host.includes(":") && !/^\[[^[\]]*\]$/.test(host))) {
    return undefined;
  }
  if (!URL.canParse(`https://${host}/`)) return undefined;
  const name = new URL(`https://${host}/`).hostname.replace(/\.$/, "");
  return name.split(".").includes("") ? undefined : name;
}
