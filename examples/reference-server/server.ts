import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Logger } from "@botwright/core";
import { createHost, findConsole } from "@botwright/host";
import { Hono } from "hono";
import type { Config } from "./config.ts";
import { publishFolder } from "./publish-folder.ts";

/** Starts a server with a route of its own, and a host behind all others. Disposing of it stops both. */
export async function startServer(
  { host: options, port, pluginFolder, consoleFolder }: Config,
  logger: Logger,
): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const messages = { handled: 0, unhandled: 0 };
  const host = createHost({
    ...options,
    logger,
    pages: await findConsole(consoleFolder),
    onAdminPassword: (email, password) => console.log(`administrator  ${email}  ${password}`),
    prepare: (content) => publishFolder(content, pluginFolder),
    onEvent(event) {
      if (event.type !== "message-done") return;
      messages[event.result.handledBy === null ? "unhandled" : "handled"] += 1;
    },
  });

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/status", (context) => context.json({ messages }));
  // The host limits requests by the client's address. Behind a proxy, take it from the proxy's header.
  app.all("*", ({ req, env }) =>
    host.fetch(req.raw, { address: env.incoming.socket.remoteAddress }),
  );
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  // They are closed the other way round: the host first, which answers 503 from then on.
  opened.defer(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  opened.use(host);
  await host.start();
  const address = server.address();
  const bound = typeof address === "object" ? address?.port : undefined;
  logger.info("the server runs", { health: `http://127.0.0.1:${bound}/healthz` });
  return opened.move();
}
