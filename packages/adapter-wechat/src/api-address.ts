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
  /** Ends of host names, which are called by https, and whole origins, such as `http://localhost:80`. */
  readonly trustedHosts: readonly string[];
}

/** Makes {@link Addresses}. @throws {InvalidInputError} `INVALID_INPUT` for what is no URL */
export function createAddresses(options: AddressOptions): Addresses {
  const api = parseBase("apiBase", options.apiBase);
  const cdn = parseBase("cdnBase", options.cdnBase);
  const origins = [
    api,
    cdn,
    ...options.trustedHosts.filter(isOrigin).map((host) => parseBase("trustedHosts", host)),
  ];
  const ends = options.trustedHosts.filter((host) => !isOrigin(host)).map(toEnd);

  function trusted(text: string): string {
    const url = URL.parse(text.trim());
    const isOwn = origins.some(({ origin }) => origin === url?.origin);
    const isPlatform =
      url?.protocol === "https:" && ends.some((end) => `.${url.hostname}`.endsWith(end));
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
    redirected(host) {
      const own = origins.find((one) => one.host === host);
      return withSlash(new URL(trusted(own?.origin ?? `https://${host}`)).origin);
    },
  };
}

function isOrigin(host: string): boolean {
  return host.includes("://");
}

/** With its dot, so that `example.com` is not the end of `bad-example.com`. */
function toEnd(host: string): string {
  const name = host.replace(/^\.+/, "").toLowerCase();
  if (name === "") throw invalid("trustedHosts must not hold an empty host");
  return `.${name}`;
}

/** Paths are joined to a base with a slash, so that a prefix in it is kept. */
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
