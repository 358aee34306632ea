import { InvalidInputError, PlatformError } from "@botwright/core";

/** Which hosts may be called: those of the options, and https on the platform's own. */
export interface Addresses {
  readonly apiBase: string;
  readonly cdnBase: string;
  /**
   * The address if it may be called. What the server sends is not trusted: a token would go there.
   * @throws {PlatformError} `PLATFORM_UNTRUSTED_ADDRESS`
   */
  trusted(url: string): string;
  /** The base behind a `redirect_host`. @throws {PlatformError} `PLATFORM_UNTRUSTED_ADDRESS` */
  redirected(host: string): string;
}

/** Options of {@link createAddresses}. */
export interface AddressOptions {
  readonly apiBase: string;
  readonly cdnBase: string;
  /** Ends of host names, with their dot. */
  readonly trustedHosts: readonly string[];
}

/** Makes {@link Addresses}. @throws {InvalidInputError} `INVALID_INPUT` for what is no URL */
export function createAddresses(options: AddressOptions): Addresses {
  const { trustedHosts } = options;
  const api = parseBase("apiBase", options.apiBase);
  const cdn = parseBase("cdnBase", options.cdnBase);

  function trusted(text: string): string {
    const url = URL.parse(text.trim());
    const isOwn = [api, cdn].some(({ origin }) => origin === url?.origin);
    const isPlatform =
      url?.protocol === "https:" && trustedHosts.some((end) => `.${url.hostname}`.endsWith(end));
    if (url !== null && (isOwn || isPlatform)) return url.href;
    throw new PlatformError(
      "WeChat named an address outside its own hosts, which is not called. If it is right, add its host to trustedHosts.",
      { code: "PLATFORM_UNTRUSTED_ADDRESS" },
    );
  }

  return {
    apiBase: withSlash(api.href),
    cdnBase: cdn.href.replace(/\/+$/, ""),
    trusted,
    redirected: (host) =>
      withSlash(trusted(`${host === api.host ? api.protocol : "https:"}//${host}`)),
  };
}

/** Paths are joined to a base with a slash, so that a prefix in it is kept. */
export function withSlash(base: string): string {
  return base.endsWith("/") ? base : `${base}/`;
}

function parseBase(name: string, text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new InvalidInputError(`${name} must be an http or https URL`, { code: "INVALID_INPUT" });
}
