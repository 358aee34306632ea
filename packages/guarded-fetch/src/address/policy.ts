import { isIP } from "node:net";
import { isPublicAddress } from "./addresses.ts";
import { blocked } from "../errors.ts";
import { hasLongAuthority } from "./authority.ts";
import { createHostMatcher, type HostMatcher } from "./hosts.ts";

/** The rules for the addresses of one fetch and its redirects. Resolved addresses are checked when connecting. */
export interface Policy {
  readonly allowedOrigins: ReadonlySet<string>;
  /** The host must match each of these. */
  readonly hosts: readonly HostMatcher[];
}

/** @throws {@link GuardedFetchError} `FETCH_BLOCKED` when the text is not an absolute URL. */
export function parseAddress(text: string, base?: URL): URL {
  if (hasLongAuthority(text) || !URL.canParse(text, base?.href)) {
    throw blocked("the address cannot be read: use a full one such as https://example.com/");
  }
  return new URL(text, base);
}

/**
 * Checks an address before its name is resolved.
 *
 * @throws {@link GuardedFetchError} `FETCH_BLOCKED`
 */
export function checkAddress(url: URL, { allowedOrigins, hosts }: Policy): void {
  if (url.username !== "" || url.password !== "") {
    throw blocked("the address holds a user name or password: use the authorization header");
  }
  if (!hosts.every((matcher) => matcher.matches(url.hostname))) {
    throw blocked(`${url.hostname} is not among the hosts that may be fetched from here`);
  }
  const { protocol } = url;
  // The protocol is tested, because the `origin` of a `blob:` URL is that of the URL after its prefix.
  const isHttp = protocol === "http:" || protocol === "https:";
  if (isHttp && allowedOrigins.has(url.origin)) return;
  if (protocol !== "https:") {
    throw blocked(`only https addresses may be fetched, not ${protocol} ones`);
  }
  if (url.port !== "") {
    throw blocked(`only port 443 may be reached: leave out the port after ${url.hostname}`);
  }
}

/**
 * Checks an address as a fetch does before it sends anything. For fakes of the network, which
 * resolve no names.
 *
 * @param hosts host patterns, as {@link createHostMatcher} reads them. @default any host
 * @throws {@link GuardedFetchError} `FETCH_BLOCKED`
 * @example
 * checkFetchAddress("https://api.example.com/", ["*.example.com"]).pathname; // "/"
 */
export function checkFetchAddress(address: string, hosts?: readonly string[]): URL {
  const url = parseAddress(address);
  const matchers = hosts === undefined ? [] : [createHostMatcher(hosts)];
  checkAddress(url, { allowedOrigins: NO_ORIGINS, hosts: matchers });
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw blocked(`${host} is not a public address`);
  return url;
}

const NO_ORIGINS: ReadonlySet<string> = new Set();
