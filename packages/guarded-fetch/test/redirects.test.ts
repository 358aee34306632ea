import { describe, expect, test } from "vitest";
import { type Internet, openInternet, rejection } from "./internet.ts";

/** Lets a host answer with redirects, path by path, and otherwise with what arrived. */
function redirecting(
  internet: Internet,
  host: string,
  routes: Readonly<Record<string, [status: number, location: string]>>,
): void {
  internet.sites.set(host, (request, response) => {
    const route = routes[request.url ?? ""];
    if (route) response.writeHead(route[0], { location: route[1] }).end("moved");
    else response.end(`${host}${request.url}`);
  });
}

describe("a redirect to a bad target is not followed", () => {
  test.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://intranet/",
    "//10.0.0.1/",
    "\\\\10.0.0.1\\",
    "http://example.com/",
    "http://example.com:443/",
    "https://example.com:8443/",
    "//example.com:22/",
    "https://user:password@example.org/",
    "https://example.org@127.0.0.1/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "data:text/plain,hello",
    "javascript:1",
    "https://[fe80::1%25eth0]/",
    "https://exa mple.com/",
    `https://${encodeURI("中").repeat(1000)}/`,
    `\\\\${"a".repeat(3000)}/`,
    "https://",
  ])("%s", async (target) => {
    await using internet = await openInternet();
    internet.names.set("intranet", ["10.0.0.1"]);
    redirecting(internet, "example.com", { "/": [302, target] });
    const error = await rejection(internet.fetch()("https://example.com/"));
    expect(error).toMatchObject({ name: "GuardedFetchError", code: "FETCH_BLOCKED" });
    expect(internet.dialled).toHaveLength(1);
    expect(internet.intrusions).toBe(0);
  });

  test("outside the request's hosts, though the connection to it is open already", async () => {
    await using internet = await openInternet();
    redirecting(internet, "example.com", { "/": [302, "https://example.org/"] });
    const guardedFetch = internet.fetch();
    expect(await (await guardedFetch("https://example.org/")).text()).toBe("hello");
    expect(await (await guardedFetch("https://example.com/")).text()).toBe("hello");
    const arrived = internet.arrived.length;
    const error = await rejection(
      guardedFetch("https://example.com/", { hosts: ["example.com", "*.example.org"] }),
    );
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    expect(internet.arrived.slice(arrived).map(({ headers }) => headers.host)).toEqual([
      "example.com",
    ]);
  });
});

describe("redirects", () => {
  test("are followed, and the response says where it came from", async () => {
    await using internet = await openInternet();
    redirecting(internet, "example.com", {
      "/a": [301, Buffer.from("b?q=ü").toString("latin1")],
      "/b?q=%C3%BC": [307, "https://example.org/c#other"],
    });
    redirecting(internet, "example.org", {});
    const response = await internet.fetch()("https://example.com/a#part");
    expect(response).toMatchObject({ status: 200, redirected: true });
    expect(response.url).toBe("https://example.org/c");
    expect(await response.text()).toBe("example.org/c");
  });

  test.each([0, 1, 5, 7])("may be %d, and not one more", async (maxRedirects) => {
    await using internet = await openInternet();
    internet.sites.set("example.com", (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("there");
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const guardedFetch = internet.fetch(maxRedirects === 5 ? {} : { maxRedirects });
    const response = await guardedFetch(`https://example.com/${maxRedirects}`);
    expect(await response.text()).toBe("there");
    internet.arrived.splice(0);
    const error = await rejection(guardedFetch(`https://example.com/${maxRedirects + 1}`));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    expect(internet.arrived).toHaveLength(maxRedirects + 1);
  });

  test("in a circle end too", async () => {
    await using internet = await openInternet();
    redirecting(internet, "example.com", { "/": [302, "https://example.org/"] });
    redirecting(internet, "example.org", { "/": [302, "https://example.com/"] });
    const error = await rejection(internet.fetch()("https://example.com/"));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    expect(internet.arrived).toHaveLength(6);
  });

  test("are answers when the request says manual, and blocked when it says error", async () => {
    await using internet = await openInternet();
    redirecting(internet, "example.com", { "/": [302, "https://127.0.0.1/"] });
    const guardedFetch = internet.fetch();
    const response = await guardedFetch("https://example.com/", { redirect: "manual" });
    expect(response).toMatchObject({ status: 302, redirected: false });
    expect(response.headers.get("location")).toBe("https://127.0.0.1/");
    expect(await response.text()).toBe("moved");
    const error = await rejection(guardedFetch("https://example.com/", { redirect: "error" }));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
  });

  test("without a location are answers", async () => {
    await using internet = await openInternet();
    internet.sites.set("example.com", (_request, response) => response.writeHead(304).end());
    internet.sites.set("example.org", (_request, response) => response.writeHead(302).end("x"));
    const guardedFetch = internet.fetch();
    expect((await guardedFetch("https://example.com/")).status).toBe(304);
    expect(await (await guardedFetch("https://example.org/")).text()).toBe("x");
  });
});

describe("what a redirect takes along", () => {
  const headers = {
    authorization: "Bearer secret",
    cookie: "session=secret",
    "content-type": "text/x",
    "x-own": "1",
  };

  test.each([
    ["https://example.com/next", true],
    ["https://example.org/next", false],
    ["https://www.example.com/next", false],
  ])("to %s: credentials %s", async (target, kept) => {
    await using internet = await openInternet();
    redirecting(internet, "example.com", { "/": [307, target] });
    await internet.fetch()("https://example.com/", { method: "PUT", body: "body", headers });
    const last = internet.arrived.at(-1);
    expect(last).toMatchObject({ method: "PUT", url: "/next", body: "body" });
    expect(last?.headers).toMatchObject({ "x-own": "1", "content-type": "text/x" });
    expect(last?.headers.host).toBe(new URL(target).host);
    expect(last?.headers.authorization).toBe(kept ? "Bearer secret" : undefined);
    expect(last?.headers.cookie).toBe(kept ? "session=secret" : undefined);
  });

  test("credentials that were dropped do not come back with the way back", async () => {
    await using internet = await openInternet();
    redirecting(internet, "example.com", { "/": [302, "https://example.org/"] });
    redirecting(internet, "example.org", { "/": [302, "https://example.com/back"] });
    await internet.fetch()("https://example.com/", { headers });
    expect(internet.arrived.map(({ headers: { authorization } }) => authorization)).toEqual([
      "Bearer secret",
      undefined,
      undefined,
    ]);
  });

  test.each([
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "POST", "GET"],
    [303, "PUT", "GET"],
    [303, "HEAD", "HEAD"],
    [301, "PUT", "PUT"],
    [302, "DELETE", "DELETE"],
    [307, "POST", "POST"],
    [308, "POST", "POST"],
  ])("%d turns %s to %s", async (status, method, then) => {
    await using internet = await openInternet();
    redirecting(internet, "example.com", { "/": [status, "/next"] });
    const body = method === "HEAD" ? null : "body";
    await internet.fetch()("https://example.com/", { method, body, headers });
    const last = internet.arrived.at(-1);
    expect(last).toMatchObject({ method: then, url: "/next" });
    expect(last?.body).toBe(then === method && method !== "HEAD" ? "body" : "");
    if (then === method) return;
    expect(Object.keys(last?.headers ?? {}).filter((name) => name.startsWith("content-"))).toEqual(
      [],
    );
  });
});
