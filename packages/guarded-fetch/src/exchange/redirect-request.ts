import { parseAddress } from "../address/policy.ts";

/** A request that a server may redirect. */
export interface RedirectableRequest<Body> {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Body | undefined;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether an answer with this status is a redirect if it has a `location`. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/**
 * The request that follows a redirect. It drops the credentials at another origin, and drops the body when the method
 * becomes GET.
 *
 * @param location the answer's header; may be relative
 * @throws {@link GuardedFetchError} `FETCH_BLOCKED` when the location is not a valid URL
 * @see {@link https://fetch.spec.whatwg.org/#http-redirect-fetch}
 * @example
 * redirectRequest({ url, method: "POST", headers, body }, 303, "/done").method; // "GET"
 */
export function redirectRequest<Body>(
  request: RedirectableRequest<Body>,
  status: number,
  location: string,
): RedirectableRequest<Body> {
  const { method } = request;
  const url = parseAddress(location, request.url);
  const headers = new Headers(request.headers);
  if (url.origin !== request.url.origin) {
    headers.delete("authorization");
    headers.delete("cookie");
  }
  const turnsToGet =
    status === 303 ? method !== "GET" && method !== "HEAD" : status < 303 && method === "POST";
  if (!turnsToGet) return { ...request, url, headers };
  const names = [...headers.keys()].filter((name) => name.startsWith("content-"));
  for (const name of names) headers.delete(name);
  return { url, headers, method: "GET", body: undefined };
}
