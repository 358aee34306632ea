import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createPieceCounter } from "@botwright/core";
import { getRequestListener } from "@hono/node-server";
import type { Host } from "../create-host.ts";
import { createFindAddress } from "./client-address.ts";

/** Options of {@link serveHost}. */
export interface ServeOptions {
  /** The port to listen on; 0 for any free port. */
  readonly port: number;
  /** The address to listen on. @default "127.0.0.1" */
  readonly address?: string;
  /** Addresses and networks of proxies whose `X-Forwarded-For` the server trusts. @default none */
  readonly proxies?: readonly string[];
}

/** A host that accepts connections. */
export interface ServedHost {
  /** The URL of the server, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Accepts no more connections. Open ones end after their requests, or by force after 5 seconds. */
  close(): Promise<void>;
}

/** Milliseconds after which `close` ends open connections by force. */
const END_MS = 5000;

/** The most unanswered requests of one connection. Browsers and proxies send one request after the other. */
const MAX_UNANSWERED = 16;

/** Serves a host by Node's HTTP server. */
export async function serveHost(
  host: Pick<Host, "fetch">,
  { port, address = "127.0.0.1", proxies = [] }: ServeOptions,
): Promise<ServedHost> {
  const findAddress = createFindAddress(proxies);
  const listener = getRequestListener(
    (request, { incoming }) => {
      const forwarded = request.headers.get("x-forwarded-for") ?? undefined;
      return host.fetch(request, {
        address: findAddress(incoming.socket.remoteAddress, forwarded),
      });
    },
    // Hono must not replace the global Request and Response, because other code may run in this process.
    { overrideGlobalObjects: false },
  );
  const mayHandle = createPipelineGuard();
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 15_000 },
    (request, answer) => {
      if (!mayHandle(request, answer)) return;
      guardPieces(request);
      void listener(request, answer);
    },
  );
  server.listen(port, address);
  await once(server, "listening");
  return { url: urlOf(server.address()), close: () => end(server) };
}

/**
 * Ends a connection with too many unanswered requests. Node parses all that a socket has read, up to 64 KiB, in one
 * step; that can be over a thousand requests. To handle or even refuse them all would block the event loop for
 * seconds and hold the memory of all their answers.
 *
 * @returns whether to handle a request; requests that were parsed after the connection was ended are not handled
 */
function createPipelineGuard(): (request: IncomingMessage, answer: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: 1 | -1): number => {
    const sum = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, sum);
    return sum;
  };
  return ({ socket }, answer) => {
    if (socket.destroyed) return false;
    answer.once("close", () => count(socket, -1));
    if (count(socket, 1) <= MAX_UNANSWERED) return true;
    socket.destroy();
    return false;
  };
}

/**
 * Ends a connection whose body arrives in too many small pieces. Node parses all that a socket has read, up to 64 KiB,
 * in one step, and pushes a piece for each chunk: a check by the reader of the body would come only after thousands.
 */
function guardPieces(request: IncomingMessage): void {
  const isWorth = createPieceCounter();
  const push = request.push.bind(request);
  request.push = (piece: unknown, encoding) => {
    if (!(piece instanceof Uint8Array) || isWorth(piece.length)) return push(piece, encoding);
    request.destroy();
    return false;
  };
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === "string")
    throw new Error("the server does not listen");
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}

async function end(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), END_MS);
  await closed;
  clearTimeout(force);
}
