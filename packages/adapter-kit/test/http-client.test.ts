import { codeForStatus, createHttpClient, platformError } from "@botwright/adapter-kit";
import { serve } from "@botwright/adapter-kit/contract";
import { once } from "node:events";
import { ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { createServer, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";

const client = createHttpClient({ service: "Chat", secrets: ["s3cret"] });

/** The secret is where Telegram has it. */
const PATH = "/s3cret/call";

describe("createHttpClient", () => {
  test("posts JSON and gives back status, headers and JSON, whatever the status", async () => {
    await using server = await serve((request, response) => {
      const { method, headers } = request;
      request.on("data", (chunk: Buffer) => {
        response.writeHead(418, { "x-kind": "teapot" });
        const type = headers["content-type"];
        response.end(JSON.stringify({ method, type, body: chunk.toString() }));
      });
    });
    const answer = await client.json({ url: server.url + PATH, name: "call", json: { a: 1 } });
    expect(answer.status).toBe(418);
    expect(answer.headers.get("x-kind")).toBe("teapot");
    expect(answer.body).toEqual({ method: "POST", type: "application/json", body: '{"a":1}' });
  });

  test("gives all values of a header, found by its name in any case, as the Web's do", async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, [
        ["X-Kind", "teapot"],
        ["x-kind", "kettle"],
        ["X-Empty", ""],
      ]);
      response.end("{}");
    });
    const { headers } = await client.json({ url: server.url + PATH, name: "call" });
    const web = await fetch(server.url);
    for (const name of ["x-KIND", "x-empty", "teapot", "x-none"]) {
      expect(headers.get(name)).toBe(web.headers.get(name));
    }
    expect(headers.get("X-Kind")).toBe("teapot, kettle");
  });

  test("sends a form as the Web reads it, with the parts of a large file one after another", async () => {
    const read = async (request: IncomingMessage): Promise<void> => {
      const body = await buffer(request);
      const { "content-type": type = "", "content-length": length } = request.headers;
      const fields = await new Response(body, { headers: { "content-type": type } }).formData();
      arrived.resolve({ fields, length, body });
    };
    await using server = await serve((request, response) => {
      void read(request).then(() => response.end("{}"));
    });
    const arrived = Promise.withResolvers<{ fields: FormData; length: unknown; body: Buffer }>();
    const bytes = [
      new Uint8Array(12_000_001).fill(1),
      new Uint8Array(0),
      new Uint8Array(7).fill(2),
    ];
    const file = {
      field: "media",
      filename: "图 1.png",
      type: "image/png",
      bytes,
      parameters: { filelength: 12_000_008 },
    };
    const written: { size: number; isFull: boolean }[] = [];
    const write: unknown = Reflect.get(ClientRequest.prototype, "write");
    if (typeof write !== "function") throw new Error("a request cannot write");
    const writing = vi.spyOn(ClientRequest.prototype, "write");
    writing.mockImplementation(function (this: ClientRequest, ...given: unknown[]) {
      const [piece] = given;
      const size = piece instanceof Uint8Array ? piece.byteLength : Infinity;
      written.push({ size, isFull: this.writableNeedDrain });
      return Boolean(Reflect.apply(write, this, given));
    });
    const body = { fields: { type: "a\r\nb", empty: "" }, file };
    await client.json({ url: server.url + PATH, name: "call", body });
    writing.mockRestore();
    const { fields, length, body: sent } = await arrived.promise;
    expect(length).toBe(String(sent.byteLength));
    expect(sent.includes("filelength=12000008")).toBe(true);
    expect([fields.get("type"), fields.get("empty")]).toEqual(["a\r\nb", ""]);
    const media = fields.get("media");
    if (!(media instanceof File)) throw new Error("the file is lost");
    expect([media.name, media.type]).toEqual(["图 1.png", "image/png"]);
    expect(Buffer.from(await media.arrayBuffer()).equals(Buffer.concat(bytes))).toBe(true);
    // Others have turns between: it goes in small pieces, and none while the connection takes no more.
    expect(Math.max(...written.map(({ size }) => size))).toBeLessThanOrEqual(262_144);
    expect(written.filter(({ isFull }) => isFull)).toEqual([]);
    expect(written.length).toBeGreaterThan(45);
  });

  test("gives up an upload that the server does not read", async () => {
    await using server = await serve((request) => void request.pause());
    const bytes = new Uint8Array(30_000_000);
    const body = { file: { field: "media", filename: "a", bytes } };
    const call = { url: server.url + PATH, name: "call", body, timeoutMs: 300 };
    await expect(client.json(call)).rejects.toMatchObject({ code: "NETWORK_TIMEOUT" });
  });

  test("gives undefined for a body that is not JSON", async () => {
    await using server = await serve((_request, response) => response.end("<html>"));
    const answer = await client.json({ url: server.url + PATH, name: "call", method: "GET" });
    expect(answer).toMatchObject({ status: 200, body: undefined });
  });

  test.each([
    {
      what: "as many values as a full batch has",
      body: `[${"{},".repeat(200_000)}0]`,
      isRead: true,
    },
    { what: "more values", body: `[${"{},".repeat(300_000)}0]`, isRead: false },
    { what: "many levels", body: `${"[".repeat(3000)}${"]".repeat(3000)}`, isRead: true },
    { what: "thousands of pieces", body: `${" ".repeat(20_000)}{}`, isRead: false, pieces: true },
  ])("reads JSON of $what: $isRead", async ({ body, isRead, pieces }) => {
    await using server = await serve((_request, response) => {
      if (pieces !== true) return response.end(body);
      const chunks = Array.from(body, (character) => `1\r\n${character}\r\n`).join("");
      const { socket } = response;
      return socket?.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    });
    const answer = await client.json({ url: server.url + PATH, name: "call", method: "GET" });
    expect(answer.status).toBe(200);
    expect(answer.body !== undefined).toBe(isRead);
  });

  test("reads no endless answer as JSON", async () => {
    await using server = await serve((_request, response) => {
      const piece = Buffer.alloc(1024 * 1024, " ");
      const write = (): void => {
        while (!response.destroyed) {
          if (!response.write(piece)) return void response.once("drain", write);
        }
      };
      write();
    });
    const answer = await client.json({ url: server.url + PATH, name: "call", method: "GET" });
    expect(answer).toMatchObject({ status: 200, body: undefined });
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

  test("keeps its connection", async () => {
    const ports = new Set<number | undefined>();
    await using server = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("{}");
    });
    for (let call = 0; call < 10; call++) {
      await client.json({ url: server.url + PATH, name: "call", json: {} });
    }
    // A call that follows at once may find the connection not yet free.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  test("limits what it downloads", async () => {
    await using server = await serve((_request, response) => response.end(Buffer.alloc(100)));
    const request = { url: server.url + PATH, name: "file", method: "GET" } as const;
    expect((await client.bytes(request, 100)).body).toHaveLength(100);
    await expect(client.bytes(request, 99)).rejects.toMatchObject({ code: "MEDIA_TOO_LARGE" });
  });

  test("asks for no more of a file than was wanted", async () => {
    let written = 0;
    await using server = await serve((request, response) => {
      const piece = Buffer.alloc(10_000);
      // With a length nothing has to be read; without one it is known when too much has come.
      if (request.url === "/declared") response.writeHead(200, { "content-length": 1e9 });
      const write = (): void => {
        while (written < 1e9 && !response.destroyed) {
          written += piece.length;
          if (!response.write(piece)) return void response.once("drain", write);
        }
      };
      write();
    });
    for (const path of ["/declared", "/undeclared"]) {
      written = 0;
      const request = { url: server.url + path, name: "file", method: "GET" } as const;
      const code = { code: "MEDIA_TOO_LARGE" };
      await expect(client.bytes(request, 50_000)).rejects.toMatchObject(code);
      // What lies in the buffers of both sides is megabytes, not a gigabyte.
      expect(written).toBeLessThan(5e7);
    }
  });

  test("reads a download into its final buffer, when the server declares the length", async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { "content-length": 300_000 });
      response.end(Buffer.alloc(300_000, "abc"));
    });
    const request = { url: server.url, name: "file", method: "GET" } as const;
    const { body } = await client.bytes(request, 300_000);
    expect(Buffer.from(body)).toEqual(Buffer.alloc(300_000, "abc"));
    expect(body.buffer.byteLength).toBe(300_000);
  });

  test.each([
    { what: "a status", status: 403, type: "image/png" },
    { what: "JSON", status: 200, type: "application/json; charset=utf-8" },
    { what: "text", status: 200, type: "text/plain" },
  ])("reads a refusal by $what, however little is wanted", async ({ status, type }) => {
    await using server = await serve(({ url = "" }, response) => {
      response.writeHead(status, { "content-type": type });
      response.end("x".repeat(Number(url.slice(1))));
    });
    const read = (length: number) =>
      client.bytes({ url: `${server.url}/${length}`, name: "file", method: "GET" }, 10);
    expect((await read(65_536)).body).toHaveLength(65_536);
    await expect(read(65_537)).rejects.toMatchObject({ code: "MEDIA_TOO_LARGE" });
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
});

describe("errors", () => {
  test.each([
    [400, "PLATFORM_BAD_REQUEST"],
    [401, "PLATFORM_UNAUTHORIZED"],
    [403, "PLATFORM_FORBIDDEN"],
    [404, "PLATFORM_NOT_FOUND"],
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
