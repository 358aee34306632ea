import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { createManualClock, type ManualClock } from "@botwright/core";
import type { FetchFunction } from "@botwright/services";
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
  readonly headers?: Readonly<Record<string, string>>;
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

/**
 * Starts a server that answers, or has a fault.
 *
 * @param answer `undefined` closes the connection without an answer
 */
export async function startUpstream(
  answer: (request: Arrived) => UpstreamAnswer | undefined,
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
    // Decodes characters whose bytes come in two chunks.
    incoming.setEncoding("utf8");
    for await (const chunk of incoming) body += String(chunk);
    const { method = "", headers } = incoming;
    const request = { method, url: new URL(incoming.url ?? "", origin), headers, body };
    arrived.push(request);
    onRequest();
    const answered = answer(request);
    if (answered === undefined) response.destroy();
    else respond(response, answered, fault);
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
  { status = 200, type = "application/json", headers = {}, body }: UpstreamAnswer,
  fault?: ProviderFault,
): void {
  const said = JSON.stringify({ error: { message: `Incorrect API key provided: ${SECRET}` } });
  const json = { "content-type": "application/json" };
  switch (fault) {
    case "wrong-key":
      response.writeHead(401, json).write(said);
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
    case "stalled":
      response.writeHead(200, { "content-type": type });
      response.write(body.slice(0, body.length / 2));
      break;
    case "cut-off":
      response.writeHead(200, { "content-type": type, "content-length": String(body.length * 2) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      break;
    default:
      response.writeHead(status, { "content-type": type, ...headers }).end(body);
  }
}

const TIMEOUT_MS = 5000;

/** What a fixture's provider is created with. */
interface ProviderFixtureOptions {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly clock: ManualClock;
  readonly fetch: FetchFunction;
}

/** A provider on a server of its own, for a contract suite. */
export async function openProviderFixture<Provider>(
  answer: (request: Arrived) => UpstreamAnswer,
  fault: ProviderFault | undefined,
  create: (options: ProviderFixtureOptions) => Provider,
): Promise<ProviderFixture<Provider>> {
  const upstream = await startUpstream(answer, fault);
  const clock = createManualClock(Date.UTC(2026, 0, 5));
  const { promise: reading, resolve: onHeaders } = Promise.withResolvers<void>();
  const observedFetch: FetchFunction = async (input, init) => {
    const response = await fetch(input, init);
    onHeaders();
    return response;
  };
  const { origin: baseUrl } = upstream;
  return {
    provider: create({ baseUrl, timeoutMs: TIMEOUT_MS, clock, fetch: observedFetch }),
    secret: SECRET,
    // The provider has the response one turn of the event loop after the headers.
    requested: fault === "stalled" ? () => reading.then(() => setImmediate()) : upstream.requested,
    timeOut: () => clock.advance(TIMEOUT_MS),
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
}

/** An answer whose body is JSON. */
export const answering = (body: unknown): UpstreamAnswer => ({ body: JSON.stringify(body) });
