import { InvalidInputError, PlatformError, trimEndCharacters } from "@botwright/core";

/** Checks addresses: only those of the options may be called, and https on the platform's own hosts. */
export interface Addresses {
  readonly apiBase: string;
  readonly cdnBase: string;
  /**
   * Returns the address if it may be called. An address from the server is checked, because calls to it
   * carry the token.
   * @throws {PlatformError} `PLATFORM_UNTRUSTED_ADDRESS`
   */
  trusted(url: string): string;
  /** The base URL for a `redirect_host`. @throws {PlatformError} `PLATFORM_UNTRUSTED_ADDRESS` */
  redirected(host: string): string;
}

/** Options of {@link createAddresses}. */
export interface AddressOptions {
  readonly apiBase: string;
  readonly cdnBase: string;
  /** Suffixes of host names, called by https, and whole origins, such as `http://localhost:80`. */
  readonly trustedHosts: readonly string[];
}

/** Makes {@link Addresses}. @throws {InvalidInputError} `INVALID_INPUT` for an option that is not a URL */
export function createAddresses(options: AddressOptions): Addresses {
  const api = parseBase("apiBase", options.apiBase);
  const cdn = parseBase("cdnBase", options.cdnBase);
  const origins = [
    api,
    cdn,
    ...options.trustedHosts.filter(isOrigin).map((host) => parseBase("trustedHosts", host)),
  ];
  const suffixes = options.trustedHosts.filter((host) => !isOrigin(host)).map(toSuffix);

  function trusted(text: string): string {
    const url = URL.parse(text.trim());
    const isOwn = origins.some(({ origin }) => origin === url?.origin);
    const isPlatform =
      url?.protocol === "https:" && suffixes.some((suffix) => `.${url.hostname}`.endsWith(suffix));
    if (url !== null && (isOwn || isPlatform)) return url.href;
    throw new PlatformError(
      "WeChat named an address outside its own hosts, which is not called. If it is right, add its host to trustedHosts.",
      { code: "PLATFORM_UNTRUSTED_ADDRESS" },
    );
  }

  return {
    apiBase: withSlash(api.href),
    cdnBase: trimEndCharacters(cdn.href, /\//u),
    trusted,
    redirected(host) {
      const own = origins.find((one) => one.host === host);
      return withSlash(new URL(trusted(own?.origin ?? `https://${host}`)).origin);
    },
  };
}

function isOrigin(host: string): boolean {
  return host.includes("://");
}

/** Puts a dot in front, so that `example.com` does not match `bad-example.com`. */
function toSuffix(host: string): string {
  const name = host.replace(/^\.+/, "").toLowerCase();
  if (name === "") throw invalid("trustedHosts must not hold an empty host");
  return `.${name}`;
}

/** Ends a base URL with a slash, so that appending a relative path keeps the path of the base. */
export function withSlash(base: string): string {
  return base.endsWith("/") ? base : `${base}/`;
}

function parseBase(name: string, text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw invalid(`${name} must be an http or https URL`);
}

function invalid(message: string): InvalidInputError {
  return new InvalidInputError(message, { code: "INVALID_INPUT" });
}
