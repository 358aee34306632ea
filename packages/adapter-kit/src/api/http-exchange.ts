import {
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
} from "node:http";
import { request as requestHttps } from "node:https";
import { urlToHttpOptions } from "node:url";

/** The request that {@link openExchange} sends. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | number>>;
  /** A text, or bytes in one or more parts. */
  readonly body: string | readonly Uint8Array[] | undefined;
}

/** One request and its answer. */
export interface HttpExchange {
  /** Resolves with the answer as soon as its headers have arrived. */
  readonly answered: Promise<IncomingMessage>;
  /** Whether a connection was made; if not, the server cannot have received anything. */
  readonly wasConnected: () => boolean;
  /** Ends the request, or the reading of its answer; the promise that waits for it rejects. */
  abort(): void;
}

/** How long a connection attempt may take, including the TLS handshake, in milliseconds. */
const CONNECT_MS = 10_000;

/**
 * Sends a request with `node:http`, over connections of Node's global agent, which keeps them open for a few
 * seconds and uses a proxy where Node is configured for one. It follows no redirects. Each message of a user costs
 * two requests, one to receive it and one to answer it, so the cost of a request decides how fast a bot is: `fetch`
 * and the libraries on top of it take two to three times as much CPU (see the wire benchmark).
 *
 * @throws {TypeError} for an address or a header that cannot be sent
 */
export function openExchange({ url, method, headers, body }: HttpRequest): HttpExchange {
  const destination = destinationOf(url);
  const isSecure = destination.protocol === "https:";
  const send = isSecure ? requestHttps : requestHttp;
  let isConnected = false;
  const opened = Promise.withResolvers<IncomingMessage>();
  const request = send({ ...destination, method, headers });
  request.once("response", opened.resolve);
  // An aborted request emits `error` too, after `opened` may have settled; without a listener Node would throw.
  request.on("error", opened.reject);
  // A server that switches protocols without being asked causes this event only.
  request.once("close", () => opened.reject(new Error("the connection was closed")));
  boundInformational(request);
  whenConnected(request, isSecure, () => {
    isConnected = true;
  });
  if (body === undefined || typeof body === "string") request.end(body);
  else void writeParts(request, body);
  return {
    answered: opened.promise,
    wasConnected: () => isConnected,
    abort() {
      const error = new Error("the request was given up");
      request.destroy(error);
      // A request that waits for a proxy has no connection of its own yet, so `destroy` emits nothing.
      opened.reject(error);
    },
  };
}

/**
 * How many bytes are written in one step; encrypting them takes some 0.3 ms. A plugin may send 20 MiB, and other
 * tasks can run between two steps.
 */
const STEP_BYTES = 256 * 1024;

/** Writes the body as fast as the connection accepts it. A failure emits an error of the request. */
async function writeParts(request: ClientRequest, parts: readonly Uint8Array[]): Promise<void> {
  for (const part of parts) {
    for (let at = 0; at < part.byteLength; at += STEP_BYTES) {
      if (request.destroyed) return;
      const hasRoom = request.write(part.subarray(at, at + STEP_BYTES));
      if (!hasRoom) await drained(request);
    }
  }
  request.end();
}

function drained(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      request.off("drain", settle).off("close", settle);
      resolve();
    };
    request.once("drain", settle).once("close", settle);
  });
}

/** How many informational answers (status 1xx) a server may send before its answer. */
const MAX_INFORMATIONAL = 16;

/** Ends a request whose server sends informational answers without end, of which one read can hold thousands. */
export function boundInformational(request: ClientRequest): void {
  let answers = 0;
  request.on("information", () => {
    answers += 1;
    if (answers > MAX_INFORMATIONAL) request.destroy(new Error("too many informational answers"));
  });
}

/** How many parsed addresses are remembered; a bot has few, and calls each of them all the time. */
const MAX_DESTINATIONS = 64;
const destinations = new Map<string, RequestOptions>();

/** Parses a URL into the options of Node's `request`. */
function destinationOf(url: string): RequestOptions {
  const known = destinations.get(url);
  if (known !== undefined) return known;
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(new URL(url));
  const made = { protocol, hostname, port, path, ...(auth !== undefined && { auth }) };
  if (destinations.size >= MAX_DESTINATIONS) destinations.clear();
  destinations.set(url, made);
  return made;
}

/** Calls `connected` at once on a reused connection; waits for a new one, but less long than for an answer. */
function whenConnected(request: ClientRequest, isSecure: boolean, connected: () => void): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return connected();
    const late = setTimeout(() => {
      request.destroy(new Error(`no connection within ${CONNECT_MS / 1000} s`));
    }, CONNECT_MS);
    request.once("close", () => clearTimeout(late));
    socket.once(isSecure ? "secureConnect" : "connect", () => {
      clearTimeout(late);
      connected();
    });
  });
}
