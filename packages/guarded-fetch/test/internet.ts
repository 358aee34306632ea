import { once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import { connect, isIP, type Socket, type TcpNetConnectOpts } from "node:net";
import { generate } from "selfsigned";
import { createGuardedFetchWith, type GuardedFetch } from "../src/guarded-fetch.ts";
import type { GuardedFetchOptions, ResolvedAddress } from "../src/index.ts";

/** Public addresses that a loopback server stands for. All others lead to the inside. */
export const PUBLIC: readonly string[] = ["93.184.216.34", "93.184.216.35", "2606:2800:220:1::1"];

/** The names that the servers' certificate is for. */
const NAMES = ["example.com", "*.example.com", "example.org", "xn--mnchen-3ya.de"];

/** A request as it arrived at a public server. */
export interface Arrived {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
  socket: Socket;
}

/** A small Internet on loopback: names, public servers, and an inside that no request may reach. */
export class Internet implements AsyncDisposable {
  /** Answers of the name server; a function is asked each time. Without a name: a public one. */
  readonly names = new Map<string, readonly string[] | (() => readonly string[])>();
  /** What the public servers answer, by host. */
  readonly sites = new Map<string, RequestListener>();
  /** What a socket says of its other end, where that is not the dialled address. */
  readonly remotes = new Map<string, string>();
  /** Names that were resolved, in order. */
  readonly asked: string[] = [];
  /** The addresses that each socket was given, in order. */
  readonly dialled: string[][] = [];
  /** The sockets themselves. */
  readonly sockets: Socket[] = [];
  readonly arrived: Arrived[] = [];
  /** Connections to the public servers. */
  connections = 0;
  /** Connections to the inside. */
  intrusions = 0;
  readonly #outside: Server;
  readonly #inside: Server;
  readonly #ca: string;
  readonly #fetches: GuardedFetch[] = [];

  constructor(pem: { cert: string; key: string }) {
    this.#ca = pem.cert;
    this.#outside = createServer(pem, (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method, url, headers, socket } = request;
        const body = Buffer.concat(chunks).toString();
        this.arrived.push({ method, url, headers, body, socket });
        const site = this.sites.get(headers.host ?? "");
        if (site) site(request, response);
        else response.end("hello");
      });
    }).on("connection", () => (this.connections += 1));
    this.#inside = createServer(pem, (_request, response) => {
      response.end("secret");
    }).on("connection", () => (this.intrusions += 1));
  }

  async listen(): Promise<this> {
    await Promise.all([listen(this.#outside), listen(this.#inside)]);
    return this;
  }

  /** A guarded fetch in this Internet. */
  fetch(options: GuardedFetchOptions = {}, ca: string = this.#ca): GuardedFetch {
    return this.fetchWith({ lookup: this.lookup, ...options }, ca);
  }

  /** A guarded fetch that asks other name servers than those of this Internet. */
  fetchWith(options: GuardedFetchOptions, ca: string = this.#ca): GuardedFetch {
    const seam = { connect: this.connect, ...(ca === "" ? {} : { ca }) };
    const guardedFetch = createGuardedFetchWith(options, seam);
    this.#fetches.push(guardedFetch);
    return guardedFetch;
  }

  readonly lookup = async (hostname: string): Promise<ResolvedAddress[]> => {
    this.asked.push(hostname);
    const answer = this.names.get(hostname) ?? PUBLIC.slice(0, 1);
    const addresses = typeof answer === "function" ? answer() : answer;
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };

  /** Connects to the server that stands for the first address that the socket was given. */
  readonly connect = ({ host = "", lookup, ...options }: TcpNetConnectOpts): Socket => {
    let addresses = [host];
    if (isIP(host) === 0) {
      lookup?.(host, { all: true }, (_error, found) => {
        addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      });
    }
    this.dialled.push(addresses);
    const [first = ""] = addresses;
    const port = portOf(PUBLIC.includes(first) ? this.#outside : this.#inside);
    const socket = connect({ ...options, host: "127.0.0.1", port });
    this.sockets.push(socket);
    const remoteAddress = this.remotes.get(first) ?? first;
    return Object.defineProperty(socket, "remoteAddress", {
      value: remoteAddress,
      configurable: true,
    });
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#fetches.map((guardedFetch) => guardedFetch.close()));
    await Promise.all([close(this.#outside), close(this.#inside)]);
  }
}

export async function openInternet(): Promise<Internet> {
  const altNames = [
    ...NAMES.map((value) => ({ type: 2 as const, value })),
    ...PUBLIC.map((ip) => ({ type: 7 as const, ip })),
  ];
  const { cert, private: key } = await generate([{ name: "commonName", value: "example.com" }], {
    keyType: "ec",
    extensions: [{ name: "subjectAltName", altNames }],
  });
  return await new Internet({ cert, key }).listen();
}

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  const error = await promise.then(
    () => new Error("it did not reject"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error("not an Error", { cause: error });
  return error;
}

async function listen(server: Server): Promise<void> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server is closed");
  return address.port;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}
