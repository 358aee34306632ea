import { once } from "node:events";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTlsServer } from "node:tls";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGuardedFetchWith, type GuardedFetch } from "../src/guarded-fetch.ts";
import type { GuardedFetchOptions } from "../src/index.ts";
import { HOSTILE_SERVERS, type HostileServer, play } from "./hostile-servers.ts";
import { rejection } from "./internet.ts";

const ADDRESS = "https://example.com/";
const PUBLIC_ADDRESS = "93.184.216.34";
/**
 * What a server may get rid of at most, in bytes: twice the cap of 5 MiB, and what lies in the
 * buffers of two sockets. The servers below write for as long as they can.
 */
const MAX_BYTES = 24_000_000;

let pem: { cert: string; key: string };
let foreign: typeof pem;
beforeAll(async () => {
  pem = await makeCertificate();
  foreign = await makeCertificate();
});

async function makeCertificate(): Promise<typeof pem> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "example.com" }], {
    keyType: "ec",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "example.com" }] }],
  });
  return { cert, key };
}

const open: AsyncDisposable[] = [];
afterAll(async () => {
  for (const resource of open) await resource[Symbol.asyncDispose]();
});

/** A fetch all of whose connections lead to one server, which has read the head of a request. */
async function fetchFrom(
  onRequest: (socket: Duplex) => void,
  options: GuardedFetchOptions = {},
): Promise<GuardedFetch> {
  const server = createTlsServer(pem, (socket) => {
    let text = "";
    const read = (data: Buffer): void => {
      text += data.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      text = "";
      onRequest(socket);
    };
    socket.on("error", () => {}).on("data", read);
  });
  const port = await listen(server);
  return fetchAt(port, options);
}

async function listen(server: ReturnType<typeof createTcpServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.setNoDelay());
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push({
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

function fetchAt(port: number, options: GuardedFetchOptions): GuardedFetch {
  const guardedFetch = createGuardedFetchWith(
    { lookup: async () => [{ address: PUBLIC_ADDRESS, family: 4 }], ...options },
    {
      ca: pem.cert,
      connect: () =>
        Object.defineProperty(connect(port, "127.0.0.1"), "remoteAddress", {
          value: PUBLIC_ADDRESS,
        }),
    },
  );
  open.unshift(guardedFetch);
  return guardedFetch;
}

/** Fetches once; says how it ended, and how much the server wrote until its connection was closed. */
async function suffer(server: HostileServer): Promise<{ code: string; written: number }> {
  const played = Promise.withResolvers<number>();
  const guardedFetch = await fetchFrom((socket) => void play(server, socket).then(played.resolve));
  const code = await guardedFetch(ADDRESS)
    .then((response) => response.bytes())
    .then(
      () => "response",
      (error: unknown) =>
        error instanceof Error && "code" in error ? String(error.code) : "other",
    );
  return { code, written: await played.promise };
}

describe("a server that sends", () => {
  test.each(HOSTILE_SERVERS)("$name is hung up on", async (server) => {
    const { code, written } = await suffer(server);
    expect(server.codes).toContain(code);
    expect(written).toBeLessThan(MAX_BYTES);
  });

  test("redirects with bodies without end: no byte of them is read for, and all count together", async () => {
    const closed: Promise<number>[] = [];
    const guardedFetch = await fetchFrom((socket) => {
      const head = "HTTP/1.1 302 Found\r\nlocation: /next\r\n\r\n";
      closed.push(play({ name: "", codes: [], head, repeat: "x" }, socket));
    });
    const error = await rejection(guardedFetch(ADDRESS));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    expect(closed).toHaveLength(6);
    for (const written of await Promise.all(closed)) expect(written).toBeLessThan(MAX_BYTES);
  });

  test("that goes on after the head of a 205 is hung up on, and its place is free", async () => {
    const closed: Promise<number>[] = [];
    const guardedFetch = await fetchFrom(
      (socket) => {
        const head = "HTTP/1.1 205 Reset Content\r\n\r\n";
        closed.push(play({ name: "", codes: [], head }, socket));
      },
      { maxFetches: 1, timeoutMs: 2 ** 31 - 1 },
    );
    for (let turn = 0; turn < 3; turn++) {
      expect((await guardedFetch(ADDRESS, { group: "a" })).status).toBe(205);
    }
    expect(await Promise.all(closed)).toHaveLength(3);
  });

  test("informational answers before each of its redirects: they count together", async () => {
    const hint = "HTTP/1.1 103 Early Hints\r\n\r\n";
    const guardedFetch = await fetchFrom((socket) => {
      socket.write(
        `${hint.repeat(6)}HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n`,
      );
    });
    const error = await rejection(guardedFetch(ADDRESS));
    expect(error).toMatchObject({ code: "FETCH_EXCESSIVE_LOAD" });
    expect(error.message).toContain("16 informational answers");
  });
});

describe("a kept connection", () => {
  test("that goes on after the answer is closed, and nothing of it reaches the next request", async () => {
    const closed = Promise.withResolvers<void>();
    let connections = 0;
    const guardedFetch = await fetchFrom((socket) => {
      connections++;
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello");
      if (connections > 1) return;
      socket.once("close", closed.resolve);
      const timer = setInterval(() => socket.write("HTTP/1.1 200 OK\r\n\r\nevil"), 5);
      socket.once("close", () => clearInterval(timer));
    });
    expect(await (await guardedFetch(ADDRESS)).text()).toBe("hello");
    await closed.promise;
    expect(await (await guardedFetch(ADDRESS)).text()).toBe("hello");
    expect(connections).toBe(2);
  });
});

describe("TLS", () => {
  test("whose handshake comes byte by byte ends with the time cap, and leaves no connection", async () => {
    const port = await listen(createTlsServer(pem));
    const ended = Promise.withResolvers<void>();
    const server = createTcpServer((socket) => {
      const behind = connect(port, "127.0.0.1").on("error", () => {});
      socket.pipe(behind);
      let waiting = Buffer.alloc(0);
      behind.on("data", (data: Buffer) => (waiting = Buffer.concat([waiting, data])));
      const timer = setInterval(() => {
        socket.write(waiting.subarray(0, 1));
        waiting = waiting.subarray(1);
      }, 1);
      socket.once("close", () => {
        clearInterval(timer);
        behind.destroy();
        ended.resolve();
      });
    });
    const guardedFetch = fetchAt(await listen(server), { timeoutMs: 300 });
    const error = await rejection(guardedFetch(ADDRESS));
    expect(error).toMatchObject({ code: "FETCH_TIMEOUT" });
    await ended.promise;
  });

  test("does not negotiate again when the server wants to", async () => {
    const server = createTlsServer({ ...pem, maxVersion: "TLSv1.2" }, (socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        const renegotiated = socket.renegotiate({}, () => {});
        if (renegotiated !== false) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx");
      });
    });
    const handshakes: unknown[] = [];
    server.on("secureConnection", (socket) => handshakes.push(socket));
    const guardedFetch = fetchAt(await listen(server), { timeoutMs: 2000 });
    await guardedFetch(ADDRESS).catch(() => {});
    expect(handshakes).toHaveLength(1);
  });

  test.each([
    { which: "that is trusted", own: () => pem },
    { which: "that is not", own: () => foreign },
  ])("with too many certificates is excessive load: one $which", async ({ own }) => {
    const { cert, key } = own();
    const many = `${cert.trim()}\n`.repeat(100);
    const server = createTlsServer({ key, cert: many }, (socket) => socket.on("error", () => {}));
    const guardedFetch = fetchAt(await listen(server), { timeoutMs: 2000 });
    const error = await rejection(guardedFetch(ADDRESS));
    expect(error).toMatchObject({ code: "FETCH_EXCESSIVE_LOAD" });
  });

  test("does not compute with numbers whose size the server chooses", async () => {
    const { cert, private: key } = await generate([{ name: "commonName", value: "example.com" }]);
    const ciphers = "DHE-RSA-AES128-GCM-SHA256";
    const server = createTlsServer({ cert, key, ciphers, dhparam: "auto", maxVersion: "TLSv1.2" });
    const agreed: unknown[] = [];
    server.on("secureConnection", (socket) => agreed.push(socket));
    const refused = once(server, "tlsClientError");
    const guardedFetch = fetchAt(await listen(server), {});
    expect(await rejection(guardedFetch(ADDRESS))).toMatchObject({ code: "FETCH_NETWORK" });
    expect((await refused)[0]).toMatchObject({ code: "ERR_SSL_NO_SHARED_CIPHER" });
    expect(agreed).toEqual([]);
  });
});

describe("an honest server", () => {
  test("may stream small events, if there are not too many", async () => {
    const event = 'data: {"choices":[{"delta":{"content":"word "}}]}\n\n';
    const guardedFetch = await fetchFrom((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      for (let n = 0; n < 2000; n++) {
        socket.write(`${event.length.toString(16)}\r\n${event}\r\n`);
      }
      socket.write("0\r\n\r\n");
    });
    expect(await (await guardedFetch(ADDRESS)).text()).toBe(event.repeat(2000));
  });

  test("may send hints, many headers and a chunked body to the cap", async () => {
    const fields = Array.from({ length: 200 }, (_, n) => `x${n}: ${n}\r\n`).join("");
    const body = Buffer.alloc(1_000_000, "abcdefg");
    const guardedFetch = await fetchFrom(
      (socket) => {
        socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(3));
        socket.write(`HTTP/1.1 200 OK\r\n${fields}transfer-encoding: chunked\r\n\r\n`);
        for (let at = 0; at < body.byteLength; at += 1000) {
          socket.write("3e8\r\n");
          socket.write(body.subarray(at, at + 1000));
          socket.write("\r\n");
        }
        socket.write("0\r\n\r\n");
      },
      { maxResponseBytes: body.byteLength },
    );
    const response = await guardedFetch(ADDRESS);
    expect(response.headers.get("x199")).toBe("199");
    expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
  });

  test("whose body is in many chunks is read in few batches", async () => {
    const guardedFetch = await fetchFrom((socket) => {
      const chunks = `64\r\n${"x".repeat(100)}\r\n`.repeat(5000);
      socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    });
    let batches = 0;
    let size = 0;
    for await (const batch of (await guardedFetch(ADDRESS)).body ?? []) {
      batches++;
      size += batch.byteLength;
    }
    expect(size).toBe(500_000);
    expect(batches).toBeLessThan(100);
  });
});

describe("one fetch", () => {
  test.each([
    [{ maxResponseBytes: 9 }, "FETCH_BODY_TOO_LARGE"],
    [{ maxResponseBytes: 10 }, "0123456789"],
    [{ maxResponseBytes: 11 }, "FETCH_BODY_TOO_LARGE", "0123456789x"],
    [{ maxResponseBytes: -1 }, "INVALID_OPTION"],
  ])("narrows the cap of bytes by %j: %s", async (init, expected, body = "0123456789") => {
    const guardedFetch = await fetchFrom(
      (socket) =>
        void socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${body}`, () =>
          socket.end(),
        ),
      { maxResponseBytes: 10 },
    );
    const outcome = await guardedFetch(ADDRESS, init)
      .then((response) => response.text())
      .catch((error: unknown) => (error instanceof Error && "code" in error ? error.code : error));
    expect(outcome).toBe(expected);
  });
});
