import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Internet, openInternet, rejection } from "./internet.ts";

let internet: Internet;
const servers: Server[] = [];
beforeAll(async () => {
  internet = await openInternet();
});
afterAll(async () => {
  await internet[Symbol.asyncDispose]();
  for (const server of servers) server.close().closeAllConnections();
});

/** A service of one's own; gives its origin. */
async function serve(answer: RequestListener, protocol = "http"): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const address = server.address();
  return `${protocol}://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

test("a trusted origin is reached, by any method, and its neighbours are not", async () => {
  const origin = await serve((request, response) => response.end(request.method));
  const neighbour = await serve((_request, response) => response.end("secret"));
  const guardedFetch = internet.fetch({ allowedOrigins: [origin] });
  const response = await guardedFetch(`${origin}/path`, { method: "POST", body: "x" });
  expect(await response.text()).toBe("POST");
  expect(response.url).toBe(`${origin}/path`);
  const port = new URL(origin).port;
  for (const address of [
    `${neighbour}/`,
    `https://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://127.0.0.2:${port}/`,
    `http://user@127.0.0.1:${port}/`,
    "http://127.0.0.1/",
  ]) {
    expect(await rejection(guardedFetch(address))).toMatchObject({ code: "FETCH_BLOCKED" });
  }
});

test("redirects that leave it are checked as any other, and lead back to it", async () => {
  const neighbour = await serve((_request, response) => response.end("secret"));
  const origin = await serve((request, response) => {
    const location = new URL(request.url ?? "", "http://base").searchParams.get("to");
    if (location === null) response.end("hello");
    else response.writeHead(302, { location }).end();
  });
  const guardedFetch = internet.fetch({ allowedOrigins: [`${origin}/`] });
  for (const to of [neighbour, "https://10.0.0.1/", "http://example.com/"]) {
    const error = await rejection(guardedFetch(`${origin}/?to=${encodeURIComponent(to)}`));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
  }
  const out = await guardedFetch(`${origin}/?to=https://example.com/`);
  expect(out.url).toBe("https://example.com/");
  internet.sites.set("example.com", (_request, response) => {
    response.writeHead(302, { location: `${origin}/` }).end();
  });
  const back = await guardedFetch("https://example.com/");
  expect(await back.text()).toBe("hello");
});

test("hosts and caps hold there too", async () => {
  const origin = await serve((_request, response) => response.end("hello"));
  const guardedFetch = internet.fetch({ allowedOrigins: [origin], maxResponseBytes: 4 });
  const elsewhere = await rejection(guardedFetch(origin, { hosts: ["example.com"] }));
  expect(elsewhere).toMatchObject({ code: "FETCH_BLOCKED" });
  const large = await rejection(guardedFetch(origin, { hosts: ["127.0.0.1"] }));
  expect(large).toMatchObject({ code: "FETCH_BODY_TOO_LARGE" });
});

test("a trusted name is resolved by the given resolver, and need not be public", async () => {
  const { port } = new URL(await serve((request, response) => response.end(request.headers.host)));
  internet.names.set("service.internal", ["127.0.0.1"]);
  const origin = `http://service.internal:${port}`;
  const response = await internet.fetch({ allowedOrigins: [origin] })(origin);
  expect(await response.text()).toBe(`service.internal:${port}`);
  expect(internet.asked).toContain("service.internal");
});

test("a trusted origin by https must still prove its name", async () => {
  const origin = await serve((_request, response) => response.end("hello"), "https");
  const error = await rejection(internet.fetch({ allowedOrigins: [origin] })(origin));
  expect(error).toMatchObject({ code: "FETCH_NETWORK" });
});
