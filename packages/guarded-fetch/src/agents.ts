import { Agent as HttpAgent } from "node:http";
import { type AgentOptions, Agent as HttpsAgent, type RequestOptions } from "node:https";
import type { LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import { callbackify } from "node:util";
import { connectToPublic, type Network } from "./connect.ts";
import type { ResolvedAddress } from "./options.ts";

/** How long an unused connection is kept, in milliseconds: less than servers usually do. */
const IDLE_MS = 4000;

/** What a request asks its agent for. */
type ConnectionOptions = RequestOptions & { cancel?: AbortSignal };

/** Keeps HTTPS connections to public addresses. */
class PublicAgent extends HttpsAgent {
  readonly #network: Network;

  constructor(options: AgentOptions, network: Network) {
    super(options);
    this.#network = network;
  }

  override createConnection(
    options: ConnectionOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    if (callback) callbackify(() => this.#open(options))(callback);
  }

  async #open(options: ConnectionOptions): Promise<Duplex> {
    const { host, port, cancel } = options;
    if (!host || cancel === undefined) throw new TypeError("host and cancel are required");
    const socket = await connectToPublic({ host, port: Number(port), cancel }, this.#network);
    // Only now TLS begins, on the connection that was checked.
    const overSocket = { ...options, socket };
    const secure = super.createConnection(overSocket);
    if (!secure) throw new TypeError("TLS gives no stream");
    return secure;
  }
}

/** The connections of one guarded fetch; trusted and public ones never share a pool. */
export interface Agents {
  /** Opens and keeps the connections to this address. */
  of(url: URL): HttpAgent;
  /** Ends all connections; resolves when the last handle is gone. */
  close(): Promise<void>;
}

/** Where connections come from: {@link Network}, and certificates to trust in place of Node's. */
export interface AgentsOptions extends Network {
  readonly allowedOrigins: ReadonlySet<string>;
  readonly ca: string | undefined;
}

export function createAgents({ allowedOrigins, ca, ...network }: AgentsOptions): Agents {
  const options: AgentOptions = {
    keepAlive: true,
    timeout: IDLE_MS,
    autoSelectFamily: true,
    // Said aloud, so that no environment variable can turn it off.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  };
  const lookup = lookupOf(network);
  const publicHttps = new PublicAgent(options, network);
  const trustedHttps = new HttpsAgent({ ...options, lookup });
  const trustedHttp = new HttpAgent({ ...options, lookup });
  return {
    of({ origin, protocol }) {
      if (!allowedOrigins.has(origin)) return publicHttps;
      return protocol === "https:" ? trustedHttps : trustedHttp;
    },
    async close() {
      await Promise.all([publicHttps, trustedHttps, trustedHttp].map(destroyAgent));
    },
  };
}

/** Node's form of a resolver. */
function lookupOf({ lookup }: Network): LookupFunction {
  const find = async (hostname: string): Promise<ResolvedAddress[]> => [
    ...(await lookup(hostname)),
  ];
  return (hostname, _options, callback) => callbackify(find)(hostname, callback);
}

async function destroyAgent(agent: HttpAgent): Promise<void> {
  const sockets = [agent.sockets, agent.freeSockets].flatMap((pool) =>
    Object.values(pool).flatMap((list) => list ?? []),
  );
  agent.destroy();
  await Promise.all(
    sockets.map((socket) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (socket.closed) resolve();
      else socket.once("close", () => resolve());
      return promise;
    }),
  );
}
