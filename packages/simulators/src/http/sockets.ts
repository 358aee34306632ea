import { type WebSocket, WebSocketServer } from "ws";

/** A WebSocket server that only this machine can reach. */
export interface SocketServer {
  /** `ws://127.0.0.1:…`, without a slash at the end. */
  readonly url: string;
  /** The connections, including opening and closing ones. */
  readonly clients: ReadonlySet<WebSocket>;
  /** Cuts all connections, as at a restart of the platform. */
  cut(): void;
  close(): Promise<void>;
}

/** The answer to a refused handshake. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Options of {@link listenForSockets}. */
export interface SocketServerOptions {
  /** Whether a connection to this path and query may be opened; `false` answers 401. */
  readonly mayOpen: (url: string) => boolean | Refusal;
  readonly onOpen: (socket: WebSocket) => void;
}

/** Starts a WebSocket server on a free port of 127.0.0.1. */
export async function listenForSockets(options: SocketServerOptions): Promise<SocketServer> {
  const server = new WebSocketServer({
    host: "127.0.0.1",
    port: 0,
    verifyClient: ({ req }, done) => {
      const verdict = options.mayOpen(req.url ?? "");
      if (typeof verdict === "boolean") done(verdict, 401);
      else done(false, verdict.status, undefined, verdict.headers);
    },
  });
  server.on("connection", (socket) => {
    socket.on("error", () => socket.terminate());
    options.onOpen(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const cut = (): void => {
    for (const socket of server.clients) socket.terminate();
  };
  return {
    url: `ws://127.0.0.1:${port}`,
    clients: server.clients,
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One of the open connections, at random, as the platforms choose. */
export function anyOpen<T>(all: Iterable<T>, socketOf: (one: T) => WebSocket): T | undefined {
  const open = [...all].filter((one) => socketOf(one).readyState === socketOf(one).OPEN);
  return open[Math.floor(Math.random() * open.length)];
}
