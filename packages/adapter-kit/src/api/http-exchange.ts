import {
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
} from "node:http";
import { request as requestHttps } from "node:https";
import { urlToHttpOptions } from "node:url";

/** What is sent. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | number>>;
  /** A text, or bytes in one or more parts. */
  readonly body: string | readonly Uint8Array[] | undefined;
}

/** One request and its answer. */
export interface HttpExchange {
  /** The answer, as soon as its headers are there. */
  readonly answered: Promise<IncomingMessage>;
  /** Whether there was a connection: before, the server cannot have got anything. */
  readonly wasConnected: () => boolean;
  /** Ends the request, or the reading of its answer; both then reject. */
  abort(): void;
}

/** Milliseconds that a connection may take, that of TLS included. */
const CONNECT_MS = 10_000;

/**
 * Sends a request with `node:http`, over connections of Node's global agent, which keeps them open for a few
 * seconds and uses a proxy where Node is configured for one. Redirects are not followed. Each message costs
 * two requests, one that receives it and one that answers it, so they decide how fast a bot is: `fetch`
 * and what is built on it take two to three times the CPU of this (see the wire's bench).
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
  // The only event of a server that changes the protocol, unasked.
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
      // One that waits for a proxy has no connection of its own yet, and emits nothing.
      opened.reject(error);
    },
  };
}

/**
 * Bytes that are written in one step: some 0.3 ms where they are encrypted. A plugin may send 20 MiB, and others have
 * turns between.
 */
const STEP_BYTES = 256 * 1024;

/** Writes the body, as fast as the connection takes it; what fails is an error of the request. */
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

/** Answers with a status of 1xx before the answer. */
const MAX_INFORMATIONAL = 16;

/** Ends a request whose server sends answers with a status of 1xx without end: thousands come in one read. */
export function boundInformational(request: ClientRequest): void {
  let answers = 0;
  request.on("information", () => {
    answers += 1;
    if (answers > MAX_INFORMATIONAL) request.destroy(new Error("too many informational answers"));
  });
}

/** Addresses that are remembered; a bot has few, and calls each of them all the time. */
const MAX_DESTINATIONS = 64;
const destinations = new Map<string, RequestOptions>();

/** Where a request goes, as Node has it. */
function destinationOf(url: string): RequestOptions {
  const known = destinations.get(url);
  if (known !== undefined) return known;
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(new URL(url));
  const made = { protocol, hostname, port, path, ...(auth !== undefined && { auth }) };
  if (destinations.size >= MAX_DESTINATIONS) destinations.clear();
  destinations.set(url, made);
  return made;
}

/** A kept connection is there at once; a new one is waited for, but not for as long as an answer. */
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
