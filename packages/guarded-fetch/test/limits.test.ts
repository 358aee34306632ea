import type { ServerResponse } from "node:http";
import { connect, createServer, Socket } from "node:net";
import { once } from "node:events";
import { pipeline, Readable } from "node:stream";
import {
  createBrotliCompress,
  createDeflate,
  createDeflateRaw,
  createGzip,
  gzipSync,
} from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGuardedFetchWith } from "../src/guarded-fetch.ts";
import { type Internet, openInternet, rejection } from "./internet.ts";

let internet: Internet;
beforeAll(async () => {
  internet = await openInternet();
});
afterAll(() => internet[Symbol.asyncDispose]());

const ADDRESS = "https://example.com/";
/** The cap of the fetches below, in bytes. */
const CAP = 100_000;

/** Lets the site answer; resolves when the connection of an answer is closed before its end. */
function serve(answer: (response: ServerResponse) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  internet.sites.set("example.com", (_request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) resolve();
    });
    answer(response);
  });
  return promise;
}

/** Writes for as long as the other side reads. */
function writeForever(stream: NodeJS.WritableStream, chunk: Buffer): void {
  const source = Readable.from(
    (function* forever() {
      for (;;) yield chunk;
    })(),
  );
  pipeline(source, stream, () => {});
}

describe("a response body", () => {
  test.each([
    [CAP, "text"],
    [0, "text"],
  ])("of %d bytes is let through", async (size) => {
    void serve((response) => response.end(Buffer.alloc(size)));
    const guardedFetch = internet.fetch({ maxResponseBytes: size });
    expect(await (await guardedFetch(ADDRESS)).bytes()).toHaveLength(size);
  });

  test("that says that it is too large is not begun", async () => {
    const stopped = serve((response) => {
      response.writeHead(200, { "content-length": CAP + 1 });
      response.write("x");
    });
    const error = await rejection(internet.fetch({ maxResponseBytes: CAP })(ADDRESS));
    expect(error).toMatchObject({ code: "FETCH_BODY_TOO_LARGE" });
    await stopped;
  });

  test("that says nothing is cut at the cap", async () => {
    const stopped = serve((response) => writeForever(response, Buffer.alloc(10_000)));
    const response = await internet.fetch({ maxResponseBytes: CAP })(ADDRESS);
    let size = 0;
    const error = await rejection(
      (async () => {
        for await (const chunk of response.body ?? []) size += chunk.byteLength;
      })(),
    );
    expect(error).toMatchObject({ code: "FETCH_BODY_TOO_LARGE" });
    expect(size).toBeLessThanOrEqual(CAP);
    await stopped;
  });

  test("is 5 MiB at most by default", async () => {
    void serve((response) => response.end(Buffer.alloc(5 * 1024 ** 2)));
    expect(await (await internet.fetch()(ADDRESS)).bytes()).toHaveLength(5 * 1024 ** 2);
    void serve((response) => {
      response.write("");
      response.end(Buffer.alloc(5 * 1024 ** 2 + 1));
    });
    const error = await rejection(
      internet
        .fetch()(ADDRESS)
        .then((response) => response.bytes()),
    );
    expect(error).toMatchObject({ code: "FETCH_BODY_TOO_LARGE" });
  });

  test.each([
    ["gzip", createGzip],
    ["x-gzip", createGzip],
    ["deflate", createDeflate],
    // What some servers mean by "deflate", and every browser accepts.
    ["deflate", createDeflateRaw],
    ["br", createBrotliCompress],
  ])("compressed by %s is unpacked, and a bomb stops early", async (coding, create) => {
    void serve((response) => {
      response.setHeader("content-encoding", coding);
      const encoder = create();
      encoder.pipe(response);
      encoder.end("hello");
    });
    const guardedFetch = internet.fetch({ maxResponseBytes: CAP });
    expect(await (await guardedFetch(ADDRESS)).text()).toBe("hello");

    // Without an end: had the fetch to see it, this test would not.
    const stopped = serve((response) => {
      response.setHeader("content-encoding", coding);
      const encoder = create();
      encoder.pipe(response);
      response.on("close", () => encoder.destroy());
      writeForever(encoder, Buffer.alloc(1_000_000));
    });
    const error = await rejection(guardedFetch(ADDRESS).then((response) => response.bytes()));
    expect(error).toMatchObject({ code: "FETCH_BODY_TOO_LARGE" });
    await stopped;
  });

  test.each(["gzip", "deflate", "br"])(
    "of no bytes is empty, though it is said to be %s",
    async (coding) => {
      void serve((response) => {
        response.setHeader("content-encoding", coding);
        response.end();
      });
      expect(await (await internet.fetch()(ADDRESS)).text()).toBe("");
    },
  );

  test("that unpacks to nothing, for ever, is cut by its packed size", async () => {
    const stopped = serve((response) => {
      response.setHeader("content-encoding", "gzip");
      writeForever(response, Buffer.concat(Array(100).fill(gzipSync(""))));
    });
    const guardedFetch = internet.fetch({ maxResponseBytes: CAP });
    const error = await rejection(guardedFetch(ADDRESS).then((response) => response.bytes()));
    expect(error).toMatchObject({ code: "FETCH_BODY_TOO_LARGE" });
    await stopped;
  });

  test("that is incompressible and compressed all the same may fill the cap", async () => {
    const noise = crypto.getRandomValues(new Uint8Array(60_000));
    void serve((response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync(noise));
    });
    const guardedFetch = internet.fetch({ maxResponseBytes: 60_000 });
    // Its packed size is above the cap, and says so.
    expect(await (await guardedFetch(ADDRESS)).bytes()).toEqual(noise);
  });

  test("that is damaged fails", async () => {
    void serve((response) => {
      response.setHeader("content-encoding", "gzip");
      response.end("no gzip");
    });
    const error = await rejection(
      internet
        .fetch()(ADDRESS)
        .then((response) => response.text()),
    );
    expect(error).toMatchObject({ code: "FETCH_NETWORK" });
  });
});

describe("a request body", () => {
  test.each([
    ["text", () => "x".repeat(CAP + 1)],
    ["text in UTF-8", () => "é".repeat(CAP / 2 + 1)],
    ["bytes", () => new Uint8Array(CAP + 1)],
    ["a blob", () => new Blob(["x".repeat(CAP + 1)])],
    ["a stream", () => new Blob(["x".repeat(CAP + 1)]).stream()],
    ["a form", () => new URLSearchParams({ a: "x".repeat(CAP) })],
  ])("of %s above the cap is refused before anything is sent", async (_what, body) => {
    const { asked, connections } = internet;
    const before = asked.length;
    const guardedFetch = internet.fetch({ maxRequestBytes: CAP });
    const error = await rejection(
      guardedFetch(ADDRESS, { method: "POST", body: body(), duplex: "half" }),
    );
    expect(error).toMatchObject({ code: "FETCH_BODY_TOO_LARGE" });
    expect(asked).toHaveLength(before);
    expect(internet.connections).toBe(connections);
  });

  test("that fills the cap is sent, and an endless one is not read to its end", async () => {
    void serve((response) => response.end("hello"));
    const guardedFetch = internet.fetch({ maxRequestBytes: CAP });
    await (await guardedFetch(ADDRESS, { method: "PUT", body: "x".repeat(CAP) })).text();
    expect(internet.arrived.at(-1)?.body).toHaveLength(CAP);
    let pulled = 0;
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(10_000));
      },
      cancel: () => cancelled.resolve(),
    });
    const error = await rejection(guardedFetch(ADDRESS, { method: "PUT", body, duplex: "half" }));
    expect(error).toMatchObject({ code: "FETCH_BODY_TOO_LARGE" });
    await cancelled.promise;
    expect(pulled).toBeLessThan(15);
  });
});

describe("time", () => {
  const timeoutMs = 100;
  /** For what a busy server does before: it shakes hands and begins an answer. */
  const patience = { timeoutMs: 1500 };

  test("ends a server that does not answer", async () => {
    const stopped = serve(() => {});
    const error = await rejection(internet.fetch(patience)(ADDRESS));
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT" });
    await stopped;
  });

  test("ends a body that drips", async () => {
    const stopped = serve((response) => {
      const timer = setInterval(() => response.write("."), 10);
      response.on("close", () => clearInterval(timer));
    });
    const response = await internet.fetch(patience)(ADDRESS);
    const error = await rejection(response.text());
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT" });
    await stopped;
  });

  test("ends a compressed body that drips", async () => {
    const stopped = serve((response) => {
      response.setHeader("content-encoding", "gzip");
      response.write(gzipSync("hello").subarray(0, 12));
    });
    const response = await internet.fetch(patience)(ADDRESS);
    const error = await rejection(response.text());
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT" });
    await stopped;
  });

  test("ends a body that the caller does not read", async () => {
    const stopped = serve((response) => writeForever(response, Buffer.alloc(10_000)));
    const response = await internet.fetch(patience)(ADDRESS);
    await stopped;
    expect(await rejection(response.text())).toMatchObject({ code: "FETCH_TIMEOUT" });
  });

  test("ends a name server that is silent", async () => {
    const { promise: silence } = Promise.withResolvers<never>();
    const lookup = (): Promise<never> => silence;
    const error = await rejection(internet.fetch({ timeoutMs, lookup })(ADDRESS));
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT" });
  });

  test("ends a connection that does not come", async () => {
    const socket = Object.defineProperty(new Socket(), "connecting", { value: true });
    await using guardedFetch = createGuardedFetchWith({ timeoutMs }, { connect: () => socket });
    const error = await rejection(guardedFetch("https://93.184.216.34/"));
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT" });
    expect(socket.destroyed).toBe(true);
  });

  test("ends TLS that does not come", async () => {
    const server = createServer((other) => other.resume()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const open = (): Socket =>
      Object.defineProperty(connect(port, "127.0.0.1"), "remoteAddress", { value: "1.1.1.1" });
    const guardedFetch = createGuardedFetchWith({ timeoutMs }, { connect: open });
    const error = await rejection(guardedFetch("https://1.1.1.1/"));
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT" });
    // Closed by the other side, or this would wait.
    server.close();
    await once(server, "close");
    await guardedFetch.close();
  });

  test("ends a request body that does not come", async () => {
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream({ cancel: () => cancelled.resolve() });
    const error = await rejection(
      internet.fetch({ timeoutMs })(ADDRESS, { method: "POST", body, duplex: "half" }),
    );
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT" });
    await cancelled.promise;
  });

  test("is one for all redirects", async () => {
    internet.sites.set("example.com", (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: "/" }).end(), 30);
    });
    const error = await rejection(internet.fetch({ timeoutMs, maxRedirects: 1000 })(ADDRESS));
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT" });
  });
});
