import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Internet, openInternet, rejection } from "./internet.ts";

let internet: Internet;
beforeAll(async () => {
  internet = await openInternet();
});
afterAll(() => internet[Symbol.asyncDispose]());

test("a response is the Web's", async () => {
  internet.sites.set("example.com", (_request, response) => {
    response.writeHead(404, "Not Here", [
      ["Content-Type", "application/json"],
      ["X-Twice", "1"],
      ["X-Twice", "2"],
      ["X-Latin", "\u00e9"],
    ]);
    response.end('{"a":"é"}');
  });
  const response = await internet.fetch()(new URL("https://example.com/missing?q=1#part"));
  expect(response).toBeInstanceOf(Response);
  const { status, statusText, ok, url, redirected, type, bodyUsed } = response;
  expect({ status, statusText, ok, url, redirected, type, bodyUsed }).toEqual({
    status: 404,
    statusText: "Not Here",
    ok: false,
    url: "https://example.com/missing?q=1",
    redirected: false,
    type: "basic",
    bodyUsed: false,
  });
  expect(response.headers.get("x-twice")).toBe("1, 2");
  expect(response.headers.get("x-latin")).toBe("é");
  const copy = response.clone();
  expect(copy.url).toBe(url);
  expect(await response.json()).toEqual({ a: "é" });
  expect(response.bodyUsed).toBe(true);
  expect(await copy.bytes()).toHaveLength(10);
  await expect(response.text()).rejects.toThrow(TypeError);
});

test.each([
  ["HEAD", 200, { "content-length": "5" }],
  ["GET", 204, {}],
  ["GET", 205, { "content-length": "0" }],
  ["GET", 304, {}],
])("%s with %d has no body, and frees its connection", async (method, status, headers) => {
  internet.sites.set("example.com", (_request, response) => {
    response.writeHead(status, { etag: "1", ...headers }).end();
  });
  const guardedFetch = internet.fetch({ maxResponseBytes: 10 });
  const connections = internet.connections;
  for (const _ of [1, 2]) {
    const response = await guardedFetch("https://example.com/", { method });
    expect(response).toMatchObject({ status, body: null });
    expect(response.headers.get("etag")).toBe("1");
    expect(await response.text()).toBe("");
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(internet.connections - connections).toBe(1);
});

test("a HEAD may tell of a body beyond the cap", async () => {
  internet.sites.set("example.com", (_request, response) => {
    response.writeHead(200, { "content-length": 1_000_000 }).end();
  });
  const guardedFetch = internet.fetch({ maxResponseBytes: 10 });
  const response = await guardedFetch("https://example.com/", { method: "HEAD" });
  expect(response.headers.get("content-length")).toBe("1000000");
});

test("a body can be read as it arrives, and left", async () => {
  const closed = Promise.withResolvers<void>();
  internet.sites.set("example.com", (_request, response) => {
    response.on("close", () => closed.resolve());
    response.write("first");
  });
  const response = await internet.fetch()("https://example.com/");
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toBe("first");
  await reader?.cancel();
  await closed.promise;
});

test("a content coding that was not requested stays as it is, one that is applied twice is refused", async () => {
  internet.sites.set("example.com", (request, response) => {
    response.writeHead(200, { "content-encoding": request.url?.slice(1) ?? "" });
    response.end(gzipSync(gzipSync("hello")));
  });
  const guardedFetch = internet.fetch();
  const unknown = await guardedFetch("https://example.com/zstd");
  expect(await unknown.bytes()).toEqual(new Uint8Array(gzipSync(gzipSync("hello"))));
  const once = await guardedFetch("https://example.com/X-GZIP");
  expect(await once.bytes()).toEqual(new Uint8Array(gzipSync("hello")));
  const error = await rejection(guardedFetch("https://example.com/gzip,gzip"));
  expect(error).toMatchObject({ code: "FETCH_NETWORK" });
});
