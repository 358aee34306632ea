import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

/** A listening HTTP server. */
export interface HttpServer extends AsyncDisposable {
  url: string;
}

/**
 * Serves an app on the loopback interface; rejects when the port is taken.
 *
 * @param port 0 takes a free one.
 */
export async function serveApp(app: Hono, port: number): Promise<HttpServer> {
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => void listener(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    async [Symbol.asyncDispose]() {
      server.close();
      // Connections that browsers and `curl` keep open would hold the server up.
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
