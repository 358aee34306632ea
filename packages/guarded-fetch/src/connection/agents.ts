import { constants } from "node:crypto";
import { Agent as HttpAgent } from "node:http";
import { type AgentOptions, Agent as HttpsAgent, type RequestOptions } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { DEFAULT_CIPHERS } from "node:tls";
import { callbackify } from "node:util";
import { connectToPublic, type Network } from "./connect.ts";
import { guardSocket } from "./guarded-socket.ts";
import type { Lookup, ResolvedAddress } from "../options.ts";

/** Milliseconds for which an unused connection is kept: less than servers usually keep theirs. */
const IDLE_MS = 4000;

/** Maximum number of unused connections, per host and in total. */
const IDLE_PER_HOST = 8;
const IDLE_IN_SUM = 32;

/** The options with which a request asks its agent for a connection. */
interface ConnectionOptions extends RequestOptions {
  cancel?: AbortSignal;
  group?: string | undefined;
  /** Called with the number of bytes that the server has sent, when the TLS handshake has succeeded or failed. */
  onHandshake?: (bytes: number) => void;
}

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
    const { host, port, cancel, group, onHandshake } = options;
    if (!host || cancel === undefined) throw new TypeError("host and cancel are required");
    const target = { host, port: Number(port), cancel, group };
    const socket = await connectToPublic(target, this.#network);
    // TLS starts only now, on the connection whose address was checked.
    const overSocket = { ...options, socket };
    const secure = super.createConnection(overSocket);
    if (!secure) throw new TypeError("TLS gives no stream");
    const count = (): void => {
      secure.off("secureConnect", count).off("error", count);
      onHandshake?.(socket.bytesRead);
    };
    // Listens before the request does, so that the meter is informed first when the handshake fails.
    secure.on("secureConnect", count).on("error", count);
    return guardSocket(secure);
  }
}

/** Keeps connections to trusted origins by HTTPS. */
class TrustedHttpsAgent extends HttpsAgent {
  override createConnection(...args: Parameters<HttpsAgent["createConnection"]>): Duplex {
    return guardSocket(connectionOf(super.createConnection(...args)));
  }
}

/** Keeps connections to trusted origins by HTTP. */
class TrustedHttpAgent extends HttpAgent {
  override createConnection(...args: Parameters<HttpAgent["createConnection"]>): Duplex {
    return guardSocket(connectionOf(super.createConnection(...args)));
  }
}

function connectionOf(stream: Duplex | null | undefined): Duplex {
  if (!stream) throw new TypeError("the agent gives no stream");
  return stream;
}

/** The connections of one guarded fetch; trusted and public ones never share a pool. */
export interface Agents {
  /** Opens and keeps the connections to this address. */
  of(url: URL): HttpAgent;
  /** Closes all connections; resolves when the last handle is closed. */
  close(): Promise<void>;
}

/** Where connections come from: {@link Network}, and certificates to trust in place of Node's. */
export interface AgentsOptions extends Network {
  readonly allowedOrigins: ReadonlySet<string>;
  readonly ca: string | undefined;
  /** Resolves the names of allowed origins. */
  readonly trustedLookup: Lookup;
}

export function createAgents(parts: AgentsOptions): Agents {
  const { allowedOrigins, ca, trustedLookup, ...network } = parts;
  const options: AgentOptions = {
    keepAlive: true,
    timeout: IDLE_MS,
    autoSelectFamily: true,
    // Fetches wait before they come here (see `FairSemaphore`). An agent must not queue them: when a connection
    // closes, Node opens the next one with the options of the request that has ended, whose `cancel` is aborted.
    maxSockets: Infinity,
    maxFreeSockets: IDLE_PER_HOST,
    // Renegotiation is refused, because a server could repeat it to consume CPU.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    // DHE is excluded, because the server chooses the size of its numbers: 10,000 bits take half a second of CPU.
    ciphers: `${DEFAULT_CIPHERS}:!DHE`,
    // Set explicitly, so that no environment variable can disable it.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  };
  const lookup = lookupOf(trustedLookup);
  const publicHttps = new PublicAgent(options, network);
  const trustedHttps = new TrustedHttpsAgent({ ...options, lookup });
  const trustedHttp = new TrustedHttpAgent({ ...options, lookup });
  for (const agent of [publicHttps, trustedHttps, trustedHttp]) boundIdle(agent);
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

/** Adapts a resolver to Node's callback form. */
function lookupOf(lookup: Lookup): LookupFunction {
  const find = async (hostname: string): Promise<ResolvedAddress[]> => [
    // A signal that never aborts, because Node does not report when it no longer needs the answer.
    ...(await lookup(hostname, { signal: new AbortController().signal })),
  ];
  return (hostname, _options, callback) => callbackify(find)(hostname, callback);
}

/** Node bounds unused connections per host only; many hosts could exhaust the total. */
function boundIdle(agent: HttpAgent): void {
  agent.on("free", () => {
    const idle = socketsOf(agent.freeSockets);
    for (const socket of idle.slice(0, Math.max(0, idle.length - IDLE_IN_SUM))) socket.destroy();
  });
}

function socketsOf(pool: HttpAgent["freeSockets"]): Socket[] {
  return Object.values(pool).flatMap((list) => list ?? []);
}

async function destroyAgent(agent: HttpAgent): Promise<void> {
  const sockets = [agent.sockets, agent.freeSockets].flatMap(socketsOf);
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
