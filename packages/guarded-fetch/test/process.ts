/** Run by the lifetime test in a process of its own: prints what fetches come to there. */
import { once } from "node:events";
import { createServer } from "node:http";
import { createGuardedFetch } from "../src/index.ts";
import { openInternet, rejection } from "./internet.ts";

const textOf = async (response: Promise<Response>): Promise<string> => (await response).text();
const server = createServer((_request, response) => response.end("hello")).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

const report: Record<string, unknown> = {};
{
  await using internet = await openInternet();
  await using trusted = createGuardedFetch({ allowedOrigins: [origin] });
  report["trusted"] = await textOf(trusted(origin));
  report["public"] = await textOf(internet.fetch()("https://example.com/"));
  report["blocked"] = (await rejection(trusted("https://127.0.0.1/"))).code;
  const { cause } = await rejection(internet.fetch({}, "")("https://example.com/"));
  report["untrusted"] = cause instanceof Error && "code" in cause ? cause.code : cause;
}
// The environment does turn other fetches to the proxy, or this would show nothing.
report["plain"] = (await rejection(fetch("http://plain.test/"))).message;
server.close();
server.closeAllConnections();
await new Promise((resolve) => setTimeout(resolve, 20));
report["handles"] = process
  .getActiveResourcesInfo()
  .filter((name) => /TCP|TLS|Timeout|GetAddrInfo/.test(name));
console.log(JSON.stringify(report));
