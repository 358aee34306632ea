import { createHttpClient } from "@botwright/adapter-kit";
import { serve } from "@botwright/adapter-kit/contract";
import { expect, test } from "vitest";

const client = createHttpClient({ service: "Chat", secrets: ["s3cret"] });

/** The secret is where Telegram has it. */
const PATH = "/s3cret/call";

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
