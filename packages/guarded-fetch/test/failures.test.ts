import type { Socket, TcpNetConnectOpts } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGuardedFetchWith } from "../src/guarded-fetch.ts";
import { createGuardedFetch, GuardedFetchError } from "../src/index.ts";
import { type Internet, openInternet, PUBLIC, rejection } from "./internet.ts";

let internet: Internet;
beforeAll(async () => {
  internet = await openInternet();
});
afterAll(() => internet[Symbol.asyncDispose]());

/** An address whose every part is secret, but for the host. */
const ADDRESS = "https://example.com/secret-path?key=secret-query#secret-fragment";

/** All that a log could print of an error. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = Object.entries(error).map(([name, value]) => `${name}: ${String(value)}`);
  return [error.message, error.stack, ...own, textOf(error.cause)].join("\n");
}

describe("the network fails", () => {
  test("no such name", async () => {
    const failure = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    const lookup = (): Promise<never> => Promise.reject(failure);
    const error = await rejection(internet.fetch({ lookup })(ADDRESS));
    expect(error).toBeInstanceOf(GuardedFetchError);
    expect(error).toMatchObject({ code: "FETCH_NETWORK", cause: { code: "ENOTFOUND" } });
    expect(error.message).toBe(
      "example.com could not be fetched (ENOTFOUND): try later, or check the address",
    );
  });

  test("no server listens", async () => {
    const origin = "http://127.0.0.1:1";
    await using guardedFetch = createGuardedFetch({ allowedOrigins: [origin] });
    const error = await rejection(guardedFetch(`${origin}/`));
    expect(error).toMatchObject({ code: "FETCH_NETWORK", cause: { code: "ECONNREFUSED" } });
  });

  test("the certificate is not trusted", async () => {
    const error = await rejection(internet.fetch({}, "")(ADDRESS));
    expect(error).toMatchObject({
      code: "FETCH_NETWORK",
      cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    });
  });

  test("the certificate is for another name", async () => {
    const error = await rejection(internet.fetch()("https://other.org/"));
    expect(error).toMatchObject({
      code: "FETCH_NETWORK",
      cause: { code: "ERR_TLS_CERT_ALTNAME_INVALID" },
    });
  });

  test.each([
    ["no HTTP", "SSH-2.0-secret-answer\r\n\r\n"],
    ["a status that is none", "HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n"],
    ["another protocol", "HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
    ["half a head", "HTTP/1.1 200 OK\r\nset-cookie: secret-answer"],
    ["too long a head", `HTTP/1.1 200 OK\r\nx: ${"secret-answer".repeat(10_000)}\r\n\r\n`],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx"],
    ["nothing", ""],
  ])("the answer is %s", async (_what, answer) => {
    internet.sites.set("example.com", ({ socket }) => socket.end(answer));
    const error = await rejection(internet.fetch()(ADDRESS));
    expect(error).toMatchObject({ code: "FETCH_NETWORK" });
    expect(textOf(error)).not.toContain("secret");
  });

  test("the body ends before its end", async () => {
    internet.sites.set("example.com", ({ socket }) =>
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf"),
    );
    const response = await internet.fetch()(ADDRESS);
    expect(await rejection(response.text())).toMatchObject({ code: "FETCH_NETWORK" });
  });
});

test("no error tells more than the host", async () => {
  const address = "https://secret-user:secret-password@example.com/secret-path?key=secret-query";
  internet.names.set("inside.example.com", ["10.0.0.1"]);
  internet.sites.set("example.com", (request, response) => {
    if (request.url?.includes("slow") !== true) {
      response.writeHead(302, { location: "http://secret-host/secret-location" }).end();
    }
  });
  const patient = internet.fetch({ maxRequestBytes: 1 });
  const hasty = internet.fetch({ timeoutMs: 50 });
  const headers = { authorization: "Bearer secret-token" };
  const attempts: [string, RequestInit & { hosts?: string[] }, string][] = [
    [address, {}, "FETCH_BLOCKED"],
    [`${ADDRESS}&bad\ud800`.replace("https", "http"), {}, "FETCH_BLOCKED"],
    ["https://exa mple.com/secret-path", {}, "FETCH_BLOCKED"],
    ["https://inside.example.com/secret-path", { headers }, "FETCH_BLOCKED"],
    [ADDRESS, { hosts: [] }, "FETCH_BLOCKED"],
    [ADDRESS, { headers }, "FETCH_BLOCKED"],
    [ADDRESS.replace("?", "?slow&"), { headers }, "FETCH_TIMEOUT"],
    [ADDRESS, { method: "POST", body: "secret-body", headers }, "FETCH_BODY_TOO_LARGE"],
  ];
  for (const [url, init, code] of attempts) {
    const guardedFetch = code === "FETCH_TIMEOUT" ? hasty : patient;
    const error = await rejection(guardedFetch(url, init));
    expect(error).toMatchObject({ code });
    expect(textOf(error)).not.toContain("secret");
  }
});

describe("what is wrong in the request rejects as with the Web's fetch", () => {
  test.each([
    ["a body for GET", { body: "x" }],
    ["a method that is forbidden", { method: "CONNECT" }],
    ["a header that is none", { headers: { "no good": "x" } }],
    ["a control character", { headers: { "x-own": "a\u0001b" } }],
    ["an unknown redirect mode", { redirect: "never" }],
  ])("%s", async (_what, init) => {
    const connections = internet.connections;
    // Options from plain JavaScript, which no compiler has looked at.
    const error = await rejection(Reflect.apply(internet.fetch(), undefined, [ADDRESS, init]));
    expect(error).toBeInstanceOf(TypeError);
    expect(internet.connections).toBe(connections);
  });
});

describe("the caller's signal", () => {
  test("that is aborted already stops all", async () => {
    const asked = internet.asked.length;
    const error = await rejection(internet.fetch()(ADDRESS, { signal: AbortSignal.abort() }));
    expect(error.name).toBe("AbortError");
    expect(internet.asked).toHaveLength(asked);
  });

  test("stops a fetch that waits, with its own reason", async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    internet.sites.set("example.com", (_request, response) => {
      response.on("close", () => closed.resolve());
      controller.abort(new Error("no longer wanted"));
    });
    const { signal } = controller;
    const error = await rejection(internet.fetch()(ADDRESS, { signal }));
    expect(error).toEqual(new Error("no longer wanted"));
    await closed.promise;
  });

  test("stops a body, of a Request too", async () => {
    const controller = new AbortController();
    internet.sites.set("example.com", (_request, response) => void response.write("first"));
    const request = new Request(ADDRESS, { signal: controller.signal });
    const response = await internet.fetch()(request);
    controller.abort();
    expect((await rejection(response.text())).name).toBe("AbortError");
  });

  test("stops a name server and a connection that hang", async () => {
    const controller = new AbortController();
    const lookup = (): Promise<never> => {
      controller.abort();
      return new Promise(() => {});
    };
    const { signal } = controller;
    const error = await rejection(internet.fetch({ lookup })(ADDRESS, { signal }));
    expect(error.name).toBe("AbortError");
  });

  test("between connecting and TLS leaves no connection behind", async () => {
    const controller = new AbortController();
    // Asked for just after the connection is there.
    const get = (): string => {
      controller.abort();
      return PUBLIC[0] ?? "";
    };
    const connect = (options: TcpNetConnectOpts): Socket =>
      Object.defineProperty(internet.connect(options), "remoteAddress", { get });
    const arrived = internet.arrived.length;
    await using guardedFetch = createGuardedFetchWith({ lookup: internet.lookup }, { connect });
    const error = await rejection(guardedFetch(ADDRESS, { signal: controller.signal }));
    expect(error.name).toBe("AbortError");
    await expect.poll(() => internet.sockets.at(-1)?.destroyed).toBe(true);
    expect(internet.arrived).toHaveLength(arrived);
  });

  test("has no effect after the end, and is let go of", async () => {
    internet.sites.set("example.com", (_request, response) => response.end("hello"));
    const controller = new AbortController();
    const response = await internet.fetch()(ADDRESS, { signal: controller.signal });
    const copy = response.clone();
    expect(await response.text()).toBe("hello");
    controller.abort();
    expect(await copy.text()).toBe("hello");
  });
});

describe("options", () => {
  test.each([
    { maxRedirects: -1 },
    { maxRequestBytes: Number.NaN },
    { maxResponseBytes: Number.POSITIVE_INFINITY },
    { timeoutMs: 2 ** 31 },
    { timeoutMs: 0.5 },
    { userAgent: "a\r\nb" },
    { userAgent: "" },
    { allowedOrigins: ["127.0.0.1:8080"] },
    { allowedOrigins: ["http://127.0.0.1:8080/path"] },
    { allowedOrigins: ["http://user@127.0.0.1:8080"] },
    { allowedOrigins: ["ftp://127.0.0.1"] },
    { allowedOrigins: ["*"] },
  ])("%j cannot be used", (options) => {
    expect(() => createGuardedFetch(options)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });

  test.each([
    [{ timeoutMS: 5 }, "timeoutMS is no option; there are hosts, allowedOrigins,"],
    [{ loadLimits: { header: 5 } }, "loadLimits.header is no option; there are informational,"],
  ])("%j has a name that does not exist", (options, problem) => {
    expect(() => Reflect.apply(createGuardedFetch, undefined, [options])).toThrow(
      expect.objectContaining({
        code: "INVALID_OPTION",
        message: expect.stringContaining(problem),
      }),
    );
  });
});
