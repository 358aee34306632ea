import { createHttpClient } from "@botwright/adapter-kit";
import { serve } from "@botwright/adapter-kit/contract";
import { ClientRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, test, vi } from "vitest";

const client = createHttpClient({ service: "Chat", secrets: ["s3cret"] });

/** The secret is where Telegram has it. */
const PATH = "/s3cret/call";

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
  const bytes = [new Uint8Array(12_000_001).fill(1), new Uint8Array(0), new Uint8Array(7).fill(2)];
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
