import { NetworkError } from "@botwright/core";
import {
  checkFetchAddress,
  isRedirect,
  type RedirectableRequest,
  redirectRequest,
} from "@botwright/guarded-fetch";
import type { SandboxFetch, SandboxFetchInit } from "@botwright/sandbox";
import type { UnexpectedCalls } from "./unexpected-calls.ts";
import type { FakeTime } from "../time/virtual-time.ts";

/** The answer of a route: a `Response`, a text, bytes, an `Error` for a broken network, else JSON. */
export type FetchAnswer = Response | string | Uint8Array | Error | object;

/** Computes the answer from the request; `wait` passes virtual milliseconds. */
export type FetchHandler = (
  request: Request,
  wait: (ms: number) => Promise<void>,
) => FetchAnswer | Promise<FetchAnswer>;

/**
 * Answers by URL, in which `*` stands for any characters. A method may precede the URL:
 * `"https://api.example.com/weather?*"`, `"POST https://api.example.com/notes"`. The first match
 * answers.
 */
export type FetchRoutes = Readonly<Record<string, FetchAnswer | FetchHandler>>;

/** The parts of the harness that the fake uses. */
export interface FakeFetchOptions {
  readonly routes: FetchRoutes;
  /** The longest that one fetch may take, in virtual milliseconds. */
  readonly fetchMs: number;
  readonly time: FakeTime;
  readonly unexpectedCalls: UnexpectedCalls;
}

const MAX_REDIRECTS = 5;

/** A network that answers from a script, and refuses the requests that a host's network refuses. */
export function createFakeFetch(options: FakeFetchOptions): SandboxFetch {
  const { routes, fetchMs, time, unexpectedCalls } = options;
  const table = Object.entries(routes).map(([pattern, answer]) => ({
    fits: matchFetchRoute(pattern),
    answer,
  }));

  /** The route's answer, unless it takes longer than a fetch may. */
  async function ask(request: Request, signal: AbortSignal): Promise<Response> {
    const { method, url } = request;
    const route = table.find(({ fits }) => fits(method, url));
    if (route === undefined) {
      throw unexpectedCalls.refuse(
        `${method} ${url}`,
        `Say what it answers: fetch: { "${method} ${url}": { … } }.`,
      );
    }
    const { answer } = route;
    if (typeof answer !== "function") return toResponse(answer);
    const endsAt = time.now() + fetchMs;
    const answering = answer(request, async (ms) => {
      await time.wait(Math.min(ms, endsAt - time.now()), signal);
      if (time.now() < endsAt) return;
      throw new NetworkError(`fetch took longer than ${fetchMs} ms`, { code: "FETCH_TIMEOUT" });
    });
    return toResponse(await Promise.race([answering, abortOf(signal)]));
  }

  return async (address, init: SandboxFetchInit) => {
    const { hosts, signal } = init;
    let asked: RedirectableRequest<SandboxFetchInit["body"]> = {
      url: checkFetchAddress(address, hosts),
      method: init.method,
      headers: new Headers(init.headers),
      body: init.body,
    };
    for (let redirects = 0; ; redirects++) {
      const { url, method, headers, body } = asked;
      const request = new Request(url, { method, headers, signal, ...(body && { body }) });
      const response = await ask(request, signal);
      const location = response.headers.get("location");
      if (!isRedirect(response.status) || location === null) {
        Object.defineProperty(response, "url", { value: url.href });
        Object.defineProperty(response, "redirected", { value: redirects > 0 });
        return response;
      }
      if (redirects === MAX_REDIRECTS) {
        throw new NetworkError(`more than ${MAX_REDIRECTS} redirects`, { code: "FETCH_BLOCKED" });
      }
      asked = redirectRequest(asked, response.status, location);
      checkFetchAddress(asked.url.href, hosts);
    }
  };
}

/** Rejects when the plugin aborts its fetch, or its call ends. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

const SPECIAL = /[.+?^${}()|[\]\\]/g;

/**
 * Reads a key of {@link FetchRoutes}.
 *
 * @example
 * matchFetchRoute("GET https://example.com/*")("GET", "https://example.com/a"); // true
 */
export function matchFetchRoute(pattern: string): (method: string, url: string) => boolean {
  const [, method, address = ""] = /^(?:([A-Z]+) )?(.*)$/s.exec(pattern) ?? [];
  const parts = address.split("*").map((part) => part.replaceAll(SPECIAL, String.raw`\$&`));
  const expression = new RegExp(`^${parts.join(".*")}$`, "s");
  return (given, url) => {
    if (method !== undefined && method !== given) return false;
    // "https://example.com" and "https://example.com/" are one address.
    return expression.test(url) || expression.test(url.replace(/\/$/, ""));
  };
}

function toResponse(answer: FetchAnswer): Response {
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) return answer.clone();
  if (typeof answer === "string") return new Response(answer);
  if (answer instanceof Uint8Array) return new Response(new Uint8Array(answer));
  return Response.json(answer);
}
