import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createManualClock, type ManualClock } from "@botwright/core";
import type { ProviderFault, ProviderFixture } from "@botwright/services/contract";

/** A request as the server got it. */
export interface Arrived {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What a server answers. */
export interface UpstreamAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

/** A loopback server in the place of a provider's. */
export interface Upstream extends AsyncDisposable {
  readonly origin: string;
  readonly arrived: Arrived[];
  /** Resolves when there was a request. */
  readonly requested: () => Promise<void>;
}

export const SECRET = "sk-very-secret-key";

/** Starts a server that answers, or has a fault. */
export async function startUpstream(
  answer: (request: Arrived) => UpstreamAnswer,
  fault?: ProviderFault,
): Promise<Upstream> {
  const arrived: Arrived[] = [];
  const { promise: requested, resolve: onRequest } = Promise.withResolvers<void>();
  const server = createServer((incoming, response) => void handle(incoming, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of incoming) body += String(chunk);
    const { method = "", headers } = incoming;
    const request = { method, url: new URL(incoming.url ?? "", origin), headers, body };
    arrived.push(request);
    onRequest();
    respond(response, answer(request), fault);
  }

  return {
    origin,
    arrived,
    requested: () => requested,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function respond(
  response: ServerResponse,
  { status = 200, type = "application/json", body }: UpstreamAnswer,
  fault?: ProviderFault,
): void {
  const said = JSON.stringify({ error: { message: `Incorrect API key provided: ${SECRET}` } });
  const json = { "content-type": "application/json" };
  switch (fault) {
    case "wrong-key":
      response.writeHead(401, json).end(said);
      break;
    case "rate-limited":
      response.writeHead(429, { ...json, "retry-after": "7" }).end(said);
      break;
    case "failing":
      response.writeHead(500, json).end(said);
      break;
    case "broken":
      response.writeHead(200, { "content-type": type }).end(body.slice(0, body.length / 20));
      break;
    case "silent":
      break;
    case "cut-off":
      response.writeHead(200, { "content-type": type, "content-length": String(body.length * 2) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      break;
    default:
      response.writeHead(status, { "content-type": type }).end(body);
  }
}

const TIMEOUT_MS = 5000;

/** A provider on a server of its own, for a contract suite. */
export async function openProviderFixture<Provider>(
  answer: (request: Arrived) => UpstreamAnswer,
  fault: ProviderFault | undefined,
  create: (options: { baseUrl: string; timeoutMs: number; clock: ManualClock }) => Provider,
): Promise<ProviderFixture<Provider>> {
  const upstream = await startUpstream(answer, fault);
  const clock = createManualClock(Date.UTC(2026, 0, 5));
  return {
    provider: create({ baseUrl: upstream.origin, timeoutMs: TIMEOUT_MS, clock }),
    secret: SECRET,
    requested: upstream.requested,
    timeOut: () => clock.advance(TIMEOUT_MS),
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
}
