import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A server that a bot's owner would run for webhooks. */
export interface HookServer extends AsyncDisposable {
  readonly url: string;
}

/** Listens on a free loopback port until disposed of. */
export async function listenForHooks(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<HookServer> {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("No address");
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The JSON of a request. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString());
}
