import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";
import type { PlatformAdapter } from "@botwright/core";

/** A server of a test, which ends with its block. */
export interface TestServer extends AsyncDisposable {
  /** Its address on the loopback interface, without a slash at the end. */
  readonly url: string;
}

/**
 * Starts a server on the loopback interface.
 *
 * @example
 * await using broken = await serve((request) => request.socket.destroy());
 */
export async function serve(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Starts a server on the loopback interface that answers `Request` with `Response`, as most of a
 * platform's simulator can be written. `undefined` cuts the connection; an error is a 500 that says
 * so.
 *
 * @example
 * await using server = await serveRequests(async () => Response.json({ ok: true }));
 */
export function serveRequests(
  handle: (request: Request) => Promise<Response | undefined>,
): Promise<TestServer> {
  return serve((request, response) => {
    read(request)
      .then(handle)
      .catch((error: unknown) => new Response(String(error), { status: 500 }))
      .then((answer) => write(answer, response))
      .catch(() => response.destroy());
  });
}

async function read(request: IncomingMessage): Promise<Request> {
  const { method = "GET", url = "/", headers } = request;
  const body = await buffer(request);
  return new Request(`http://localhost${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(body.length > 0 && { body }),
  });
}

async function write(answer: Response | undefined, response: ServerResponse): Promise<void> {
  if (answer === undefined) {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** What answers a platform's callbacks. */
export type CallbackTarget = Pick<PlatformAdapter, "handleRequest">;

/**
 * Starts a server that hands each request to the adapter of the moment, as a host does with
 * callbacks. While there is none it cuts the connections, as a host that is down does.
 */
export function serveAdapter(target: () => CallbackTarget | undefined): Promise<TestServer> {
  return serveRequests(async (request) => {
    try {
      return await target()?.handleRequest?.(request);
    } catch {
      // An adapter that was killed amid its answer.
      return undefined;
    }
  });
}
