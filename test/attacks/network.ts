import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { SandboxFetch } from "@botwright/sandbox";
import {
  HOSTILE_SERVERS,
  type HostileServer,
  play,
} from "../../packages/guarded-fetch/test/hostile-servers.ts";
import { openNameServer, type NameServer } from "../../packages/guarded-fetch/test/name-server.ts";
import { createFetchThread } from "../../packages/sandbox/src/main/threads/fetch-thread.ts";

/** Servers of an attacker on loopback, and a fetch by the real thread that may reach them. */
export interface AttackNetwork extends AsyncDisposable {
  readonly fetch: SandboxFetch;
  /** Origin of the servers; each has a path. */
  readonly origin: string;
}

/** Whether attacks of this kind need the servers. */
export const usesNetwork = (kind: string): boolean => kind === "servers" || kind === "names";

/** Milliseconds for a look-up of a name. */
const LOOKUP_MS = 300;

/** Answers by path, beside `/hostile/<number>` of {@link HOSTILE_SERVERS}; any other path answers "hello". */
const PATHS: Readonly<Record<string, (port: number) => HostileServer | undefined>> = {
  "/silent": () => undefined,
  "/stops": () => answer("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nsome"),
  "/again": () => redirect("/again"),
  "/inside": (port) => redirect(`http://127.0.0.1:${port}/`),
};

/** Names that the attacker's name server knows; addresses of the Internet lead nowhere from here. */
const ZONES: Parameters<NameServer["zones"]["set"]>[] = [
  ["loopback.example.com", { addresses: ["127.0.0.1", "::1"] }],
  ["private.example.com", { addresses: ["10.0.0.1"] }],
  ["metadata.example.com", { addresses: ["169.254.169.254"] }],
  ["mapped.example.com", { addresses: ["::ffff:7f00:1"] }],
  ["mixed.example.com", { addresses: ["93.184.216.34", "127.0.0.1"] }],
  ["cname.example.com", { addresses: ["127.0.0.1"], cname: "localhost" }],
  [
    "many.example.com",
    { addresses: Array.from({ length: 2000 }, (_, n) => `10.0.${n >> 8}.${n & 255}`) },
  ],
  ["silent.example.com", { silent: "both" }],
  ["late.example.com", { addresses: ["127.0.0.1"], delayMs: 2 * LOOKUP_MS }],
  ["forged.example.com", { addresses: ["127.0.0.1"], wrongId: true }],
];

/** Opens the servers; `forbiddenPort` belongs to one that no plugin may reach. */
export async function openAttackNetwork(forbiddenPort: number): Promise<AttackNetwork> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay());
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    // One answer for each connection: a hostile one has no end.
    socket.once("data", (data) => serve(data.toString("latin1"), socket));
  });
  const serve = (head: string, socket: Socket): void => {
    const [, path = "/"] = head.split(" ", 2);
    const site = siteAt(path, forbiddenPort);
    if (site === undefined) return;
    void play(site, socket);
    if (site.repeat === undefined && path !== "/stops") socket.end();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const names = await openNameServer();
  for (const [name, zone] of ZONES) names.zones.set(name, zone);
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const thread = createFetchThread({
    guard: {
      allowedOrigins: [origin],
      nameServers: [names.address],
      lookupTimeoutMs: LOOKUP_MS,
    },
  });
  return {
    fetch: thread.fetch,
    origin,
    async [Symbol.asyncDispose]() {
      await thread.close();
      await names[Symbol.asyncDispose]();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** What is behind a path; undefined for a server that never answers. */
function siteAt(path: string, forbiddenPort: number): HostileServer | undefined {
  const own = PATHS[path];
  if (own !== undefined) return own(forbiddenPort);
  const number = /^\/hostile\/(\d+)$/u.exec(path)?.[1];
  const hostile = number === undefined ? undefined : HOSTILE_SERVERS[Number(number)];
  return (
    hostile ?? answer("HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello")
  );
}

function redirect(location: string): HostileServer {
  return answer(
    `HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
}

function answer(head: string): HostileServer {
  return { name: "", codes: [], head };
}
