/** The machine of an attacker, as a thread of its own: what it does is not done by the host's main thread. */
import { once } from "node:events";
import { createServer } from "node:net";
import { workerData } from "node:worker_threads";
import {
  HOSTILE_SERVERS,
  type HostileServer,
  play,
} from "../../packages/guarded-fetch/test/hostile-servers.ts";
import { openNameServer, type NameServer } from "../../packages/guarded-fetch/test/name-server.ts";
import { assertParentPort } from "../../packages/sandbox/src/worker/parent-port.ts";
import type { NetworkAddresses, NetworkThreadData } from "./network.ts";

const { forbiddenPort, lookupMs }: NetworkThreadData = workerData;

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
  ["late.example.com", { addresses: ["127.0.0.1"], delayMs: 2 * lookupMs }],
  ["forged.example.com", { addresses: ["127.0.0.1"], wrongId: true }],
];

const server = createServer((socket) => {
  socket.setNoDelay().on("error", () => {});
  // One answer for each connection: a hostile one has no end.
  socket.once("data", (data) => {
    const [, path = "/"] = data.toString("latin1").split(" ", 2);
    const site = siteAt(path);
    if (site === undefined) return;
    void play(site, socket);
    if (site.repeat === undefined && path !== "/stops") socket.end();
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const names = await openNameServer();
for (const [name, zone] of ZONES) names.zones.set(name, zone);
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
const port = assertParentPort("network-thread.ts");
port.postMessage({
  origin,
  names: names.address,
} satisfies NetworkAddresses);

/** What is behind a path; undefined for a server that never answers. */
function siteAt(path: string): HostileServer | undefined {
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
