import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";
import { type Arrived, type Internet, openInternet } from "./internet.ts";

let internet: Internet;
beforeAll(async () => {
  internet = await openInternet();
});
afterAll(() => internet[Symbol.asyncDispose]());

async function send(init: RequestInit = {}, options = {}): Promise<Arrived> {
  await (await internet.fetch(options)("https://example.com/path?q=1", init)).text();
  const last = internet.arrived.at(-1);
  if (last === undefined) throw new Error("nothing arrived");
  return last;
}

describe("what arrives", () => {
  test("is this and nothing else", async () => {
    const { method, url, headers } = await send();
    expect({ method, url, headers }).toEqual({
      method: "GET",
      url: "/path?q=1",
      headers: {
        host: "example.com",
        accept: "*/*",
        "accept-encoding": "gzip, br",
        "user-agent": "botwright",
        connection: "keep-alive",
      },
    });
  });

  test.each([
    ["text", "é", "text/plain;charset=UTF-8", "é"],
    ["a form", new URLSearchParams({ a: "1" }), /^application\/x-www-form-urlencoded/, "a=1"],
    ["bytes", new Uint8Array([104, 105]), "none", "hi"],
    ["a blob", new Blob(["hi"], { type: "text/x" }), "text/x", "hi"],
    ["a stream", new Blob(["hi"]).stream(), "none", "hi"],
    ["nothing", null, "none", ""],
  ])("of a body that is %s", async (_what, body, type, text) => {
    const arrived = await send({ method: "POST", body, duplex: "half" });
    expect(arrived.body).toBe(text);
    expect(arrived.headers["content-length"]).toBe(String(Buffer.byteLength(text)));
    expect(arrived.headers["transfer-encoding"]).toBeUndefined();
    expect(arrived.headers["content-type"] ?? "none").toMatch(type);
  });

  test("of a multipart form and of a Request", async () => {
    const form = new FormData();
    form.set("name", new Blob(["content"]), "file.txt");
    const arrived = await send({ method: "POST", body: form });
    expect(arrived.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(arrived.body).toContain('name="name"; filename="file.txt"');

    const request = new Request("https://example.com/r", {
      method: "DELETE",
      headers: { "x-own": "1" },
      body: "why",
    });
    await (await internet.fetch()(request)).text();
    expect(internet.arrived.at(-1)).toMatchObject({ method: "DELETE", url: "/r", body: "why" });
    expect(internet.arrived.at(-1)?.headers).toMatchObject({ "x-own": "1", "content-length": "3" });
  });

  test("of another address with an old Request's options", async () => {
    const old = new Request("https://example.org/", { method: "PUT", headers: { "x-own": "1" } });
    await (await internet.fetch()("https://example.com/new", old)).text();
    const last = internet.arrived.at(-1);
    expect(last).toMatchObject({ method: "PUT", url: "/new" });
    expect(last?.headers["x-own"]).toBe("1");
  });

  test("is what the caller sets, where a caller may", async () => {
    const own = {
      accept: "text/x",
      "accept-encoding": "identity",
      "accept-language": "de",
      authorization: "Bearer secret",
      cookie: "a=1",
      origin: "https://example.org",
      referer: "https://example.org/",
      "user-agent": "own",
      "x-own": "é",
    };
    expect((await send({ headers: own })).headers).toEqual({
      ...own,
      host: "example.com",
      connection: "keep-alive",
    });
  });

  test("of a part of a body is not compressed", async () => {
    const { headers } = await send({ headers: { range: "bytes=0-1" } });
    expect(headers["accept-encoding"]).toBe("identity");
  });

  test("names the agent that the host has chosen", async () => {
    const { headers } = await send({}, { userAgent: "shop/1.0" });
    expect(headers["user-agent"]).toBe("shop/1.0");
  });
});

describe("headers that belong to the connection are dropped", () => {
  test.each([
    ["connection", "upgrade"],
    ["content-length", "1"],
    ["expect", "100-continue"],
    ["host", "intranet"],
    ["http2-settings", "AAMAAABkAAQAoAAAAAIAAAAA"],
    ["keep-alive", "timeout=1000"],
    ["proxy-authorization", "Basic c2VjcmV0"],
    ["proxy-connection", "keep-alive"],
    ["te", "trailers"],
    ["trailer", "x-own"],
    ["transfer-encoding", "chunked"],
    ["Transfer-Encoding", "identity"],
    ["upgrade", "websocket"],
  ])("%s: %s", async (name, value) => {
    const { headers, body } = await send({
      method: "POST",
      body: "whole body",
      headers: { [name]: value },
    });
    expect(body).toBe("whole body");
    expect(headers).toEqual({
      host: "example.com",
      accept: "*/*",
      "accept-encoding": "gzip, br",
      "user-agent": "botwright",
      connection: "keep-alive",
      "content-length": "10",
      "content-type": "text/plain;charset=UTF-8",
    });
  });

  test("no header can smuggle a line, and what is allowed arrives as it is", async () => {
    const names = fc.stringMatching(/^x-[a-z]{1,10}$/);
    const values = fc.string({ unit: anyCharacter, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(names, values, async (name, value) => {
        const before = internet.arrived.length;
        const sent = await send({ headers: { [name]: value } }).catch((error: unknown) => error);
        expect(internet.arrived.length - before).toBe(sent instanceof TypeError ? 0 : 1);
        if (sent instanceof TypeError) return;
        const { headers } = internet.arrived.at(-1) ?? {};
        expect(Object.keys(headers ?? {})).toHaveLength(6);
        expect(headers?.[name]).toBe(value.replaceAll(/^[\t\r\n ]+|[\t\r\n ]+$/g, ""));
      }),
      { numRuns: 50 },
    );
  });
});

test("stores no cookie", async () => {
  internet.sites.set("example.com", (_request, response) => {
    response.setHeader("set-cookie", ["a=1", "b=2"]).end("hello");
  });
  const guardedFetch = internet.fetch();
  const response = await guardedFetch("https://example.com/");
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  await guardedFetch("https://example.com/");
  expect(internet.arrived.at(-1)?.headers.cookie).toBeUndefined();
  internet.sites.clear();
});
