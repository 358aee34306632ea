import type { HostOptions } from "./host-options.ts";
import type { ErrorBody } from "./http/answer-error.ts";
import { wireHost, type WiredHost } from "./wire-host.ts";

/** A node of a host: serves HTTP and runs bots. Any number of them share a database. */
export interface Host extends AsyncDisposable {
  /**
   * Answers an HTTP request; 503 unless the host runs.
   *
   * @param client `address`: the client's address, by which requests are counted for limits. Take it from the socket,
   * or from a header of a proxy that you trust.
   */
  fetch(request: Request, client?: { readonly address?: string | undefined }): Promise<Response>;
  /** Opens the database, starts the bots that no other node runs, and serves requests. */
  start(): Promise<void>;
  /** Answers no more requests, finishes the messages that were accepted, and closes everything. */
  stop(): Promise<void>;
}

/**
 * Creates a host. Nothing happens before `start`.
 *
 * @example
 * const host = createHost({
 *   database: process.env.DATABASE_URL ?? { folder: "data" },
 *   publicUrl: "https://bots.example.org",
 *   keys: { keys: { k1: key }, current: "k1" },
 *   sessionSecret,
 * });
 * await host.start();
 */
export function createHost(options: HostOptions): Host {
  let wired: WiredHost | undefined;
  /** Starts and stops run one after the other. */
  let last: Promise<unknown> = Promise.resolve();

  function then<T>(step: () => Promise<T>): Promise<T> {
    const done = last.then(step);
    last = done.catch(() => {});
    return done;
  }

  const stop = (): Promise<void> =>
    then(async () => {
      const ending = wired;
      wired = undefined;
      await ending?.[Symbol.asyncDispose]();
    });

  return {
    async fetch(request, client) {
      return (await wired?.http.fetch(request, client)) ?? notRunning();
    },
    start: () =>
      then(async () => {
        wired ??= await wireHost(options);
      }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The response of a host that is not running. */
export function notRunning(): Response {
  const body: ErrorBody = { error: "this node is starting or stopping", code: "NOT_READY" };
  return Response.json(body, { status: 503, headers: { "Retry-After": "5" } });
}
