import { codeForStatus, createHttpClient, platformError } from "@botwright/adapter-kit";
import { serve } from "@botwright/adapter-kit/contract";
import { once } from "node:events";
import https from "node:https";
import { createServer, type Socket } from "node:net";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";

const client = createHttpClient({ service: "Chat", secrets: ["s3cret"] });

/** The secret is where Telegram has it. */
const PATH = "/s3cret/call";

test("gives up an upload that the server does not read", async () => {
  await using server = await serve((request) => void request.pause());
  const bytes = new Uint8Array(30_000_000);
  const body = { file: { field: "media", filename: "a", bytes } };
  const call = { url: server.url + PATH, name: "call", body, timeoutMs: 300 };
  await expect(client.json(call)).rejects.toMatchObject({ code: "NETWORK_TIMEOUT" });
});

test.each([
  {
    what: "a change of the protocol that nobody asked for",
    head: "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n",
  },
  {
    what: "answers without end before the answer",
    head: "HTTP/1.1 103 Hints\r\n\r\n".repeat(17),
  },
])("fails at $what", async ({ head }) => {
  await using server = await serve((_request, response) => void response.socket?.write(head));
  const call = client.json({ url: server.url + PATH, name: "call", method: "GET" });
  await expect(call).rejects.toMatchObject({ code: "NETWORK_FAILED" });
});

test("times out while the body is still coming", async () => {
  let isFirst = true;
  await using server = await serve((_request, response) => {
    response.writeHead(200).write("{");
    if (isFirst) response.end("}");
    isFirst = false;
  });
  const request = { url: server.url + PATH, name: "call", json: {}, nonIdempotent: true };
  // Its connection is kept: without one in time, nothing would have been sent.
  await client.json(request);
  const call = client.json({ ...request, timeoutMs: 1_000 });
  await expect(call).rejects.toMatchObject({
    code: "NETWORK_TIMEOUT",
    deliveryUnknown: true,
    message: "Chat call: No answer in time. Whether it was delivered is unknown.",
  });
});

test("can be given up", async () => {
  await using server = await serve(() => {});
  const controller = new AbortController();
  const { signal } = controller;
  const call = client.json({ url: server.url + PATH, name: "call", json: {}, signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ code: "NETWORK_ABORTED" });
  const again = client.json({ url: server.url + PATH, name: "call", json: {}, signal });
  await expect(again).rejects.toMatchObject({ code: "NETWORK_ABORTED" });
});

test("can be given up while a proxy makes the connection", async () => {
  await using proxy = createServer().listen(0, "127.0.0.1");
  const connected = once(proxy, "connection");
  await once(proxy, "listening");
  const address = proxy.address();
  const port = typeof address === "object" ? address?.port : 0;
  const { globalAgent } = https;
  https.globalAgent = new https.Agent({ proxyEnv: { https_proxy: `http://127.0.0.1:${port}` } });
  const controller = new AbortController();
  const { signal } = controller;
  const call = client.json({
    url: `https://chat.example${PATH}`,
    name: "call",
    json: {},
    signal,
  });
  https.globalAgent = globalAgent;
  const [wire]: Socket[] = await connected;
  controller.abort();
  await expect(call).rejects.toMatchObject({ code: "NETWORK_ABORTED", deliveryUnknown: false });
  wire?.destroy();
});

test.each([
  { what: "an address without a scheme", url: "s3cret", headers: {} },
  { what: "another scheme", url: "ftp://127.0.0.1/s3cret", headers: {} },
  { what: "a header of two lines", url: "http://127.0.0.1:9", headers: { key: "s3cret\nx" } },
])("refuses $what with a typed error that holds no secret", async ({ url, headers }) => {
  const error: unknown = await client
    .json({ url, headers, name: "call", json: {}, nonIdempotent: true })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "NETWORK_UNREACHABLE", deliveryUnknown: false });
  expect(inspect(error, { depth: 9 })).not.toContain("s3cret");
});

test("tells a connection that broke from one that never was", async () => {
  const server = await serve((request) => request.socket.destroy());
  const call = { url: server.url + PATH, name: "call", json: {}, nonIdempotent: true };
  await expect(client.json(call)).rejects.toMatchObject({
    code: "NETWORK_FAILED",
    deliveryUnknown: true,
  });
  await server[Symbol.asyncDispose]();
  await expect(client.json(call)).rejects.toMatchObject({
    code: "NETWORK_UNREACHABLE",
    deliveryUnknown: false,
    cause: { code: "ECONNREFUSED" },
  });
});

describe("errors", () => {
  test.each([
    [400, "PLATFORM_BAD_REQUEST"],
    [401, "PLATFORM_UNAUTHORIZED"],
    [403, "PLATFORM_FORBIDDEN"],
    [404, "PLATFORM_NOT_FOUND"],
    [407, "PLATFORM_UNAVAILABLE"],
    [408, "PLATFORM_UNAVAILABLE"],
    [409, "PLATFORM_CONFLICT"],
    [413, "MEDIA_TOO_LARGE"],
    [429, "PLATFORM_RATE_LIMITED"],
    [451, "PLATFORM_BAD_REQUEST"],
    [302, "PLATFORM_UNAVAILABLE"],
    [503, "PLATFORM_UNAVAILABLE"],
  ])("status %d is %s", (status, code) => {
    expect(codeForStatus(status)).toBe(code);
  });

  test("repeat a platform's words without half a character", () => {
    const description = `x${"🙂".repeat(1000)}`;
    const given = {
      service: "Chat",
      call: "send",
      code: "PLATFORM_NOT_FOUND",
      description,
    } as const;
    expect(platformError({ ...given, redact: client.redact }).message.isWellFormed()).toBe(true);
  });

  test("say who refused what, why, and what to do", () => {
    const error = platformError({
      service: "Chat",
      call: "send",
      code: "PLATFORM_RATE_LIMITED",
      description: "slow down, s3cret.",
      platformCode: "99991400",
      retryAfter: 3,
      redact: client.redact,
    });
    expect(error).toMatchObject({
      message:
        "Chat refused send: slow down, [redacted]. The platform wants fewer calls: try again later.",
      code: "PLATFORM_RATE_LIMITED",
      platformCode: "99991400",
      retryAfter: 3,
    });
  });
});
