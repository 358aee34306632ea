import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/** A server that listens on the loopback interface. */
export interface FetchServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
}

/** Answers a request as the Web's standards describe both. */
export type RequestHandler = (request: Request) => Response | Promise<Response>;

/**
 * Serves a fetch handler on 127.0.0.1. Answers may stream; closing ends them.
 *
 * @param port 0 takes a free one. @default 0
 * @throws {Error} with the code `EADDRINUSE` when the port is taken
 * @example
 * await using server = await serveFetch(() => new Response("hello"));
 */
export async function serveFetch(handler: RequestHandler, port = 0): Promise<FetchServer> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => {
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answer(
  handler: RequestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const { status, headers, body } = await handler(await toRequest(incoming, gone.signal));
  outgoing.writeHead(status, [...headers].flat());
  if (body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(body), outgoing);
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = "GET", url = "/", headers } = incoming;
  const body = new Uint8Array(await buffer(incoming));
  return new Request(`http://${headers.host ?? "127.0.0.1"}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    signal,
    ...(method !== "GET" && method !== "HEAD" && { body }),
  });
}
