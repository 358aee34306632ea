import type { Engine, Seam } from "./engine.ts";
import { closedError } from "./errors.ts";
import { type GuardedFetchInit, type GuardedFetchOptions, readOptions } from "./options.ts";

/** The Web's `fetch`, for public HTTPS addresses only. Made by {@link createGuardedFetch}. */
export interface GuardedFetch extends AsyncDisposable {
  /**
   * @throws {@link GuardedFetchError} with a `code`. Invalid `init` values and an abort by the caller's
   * signal reject as with the Web's `fetch`.
   */
  (input: string | URL | Request, init?: GuardedFetchInit): Promise<Response>;
  /** Aborts open fetches and closes all connections. */
  close(): Promise<void>;
}

/**
 * Creates a `fetch` that reaches only public addresses, by HTTPS, on port 443. Addresses are checked when
 * connecting, also for each redirect. Creating one costs nothing, because the first call loads the implementation.
 *
 * @throws {@link GuardedFetchError} `INVALID_OPTION`
 * @example
 * await using guardedFetch = createGuardedFetch({ timeoutMs: 10_000 });
 * const response = await guardedFetch(address, { hosts: ["*.example.com"] });
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  return createGuardedFetchWith(options, {});
}

/** {@link createGuardedFetch} over another network, for tests; not exported by the package. */
export function createGuardedFetchWith(options: GuardedFetchOptions, seam: Seam): GuardedFetch {
  const settings = readOptions(options);
  let engine: Promise<Engine> | undefined;
  let closed = false;

  const load = async (): Promise<Engine> => {
    const { createEngine } = await import("./engine.ts");
    return createEngine(settings, seam);
  };
  const guardedFetch = async (
    input: string | URL | Request,
    init: GuardedFetchInit = {},
  ): Promise<Response> => {
    if (closed) throw closedError();
    engine ??= load();
    return await (await engine).fetch(input, init);
  };
  const close = async (): Promise<void> => {
    closed = true;
    await (await engine)?.close();
  };
  return Object.assign(guardedFetch, { close, [Symbol.asyncDispose]: close });
}
