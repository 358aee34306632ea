import { isIPv6 } from "node:net";

/**
 * Whether the host name fits one of the patterns: `example.com` is that name alone,
 * `*.example.com` are its subdomains of any depth and not itself, and `*` is any host name. Case, a dot at the end, and the
 * Unicode or punycode form make no difference; an IPv6 address may stand in brackets or not. What
 * is no host name (a scheme, a port, a path) fits nothing, as pattern and as name.
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

/** The one form of a host name that addresses have after parsing, without a dot at the end. */
function normalizeHost(text: string): string | undefined {
  const host = isIPv6(text) ? `[${text}]` : text;
  // A URL would take these for something beside the host, or drop them.
  if (/[\s/?#@\\*]/.test(host) || (host.includes(":") && !/^\[[^[\]]*\]$/.test(host))) {
    return undefined;
  }
  if (!URL.canParse(`https://${host}/`)) return undefined;
  const name = new URL(`https://${host}/`).hostname.replace(/\.$/, "");
  return name.split(".").includes("") ? undefined : name;
}
