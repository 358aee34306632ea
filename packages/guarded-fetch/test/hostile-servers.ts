import type { Duplex } from "node:stream";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** How a fetch ends: with a code, or with a response. */
type Outcome = "FETCH_EXCESSIVE_LOAD" | "FETCH_BODY_TOO_LARGE" | "FETCH_NETWORK" | "response";

/** A server that makes its client work: what it answers to one request. */
export interface HostileServer {
  readonly name: string;
  /** How a fetch of it may end. */
  readonly codes: readonly Outcome[];
  /** What it writes first; then {@link repeat} for as long as the client reads. */
  readonly head: string;
  /** Written again and again, several at once. */
  readonly repeat?: string | Buffer;
  /** Each write is a TLS record, or a TCP segment, of its own. */
  readonly singly?: boolean;
}

const OK = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;
const gzipped = `${OK}content-encoding: gzip\r\n\r\n`;
const GZIP_HEAD = gzipSync("").subarray(0, 10);
/** A metablock of brotli that is empty metadata, after the one that follows the window's size. */
const BROTLI_EMPTY = Buffer.from([0x06]);

function asChunk(content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${content.byteLength.toString(16)}\r\n`),
    content,
    Buffer.from("\r\n"),
  ]);
}

/** One row for each way to cost a client more than the bytes are worth. */
export const HOSTILE_SERVERS: readonly HostileServer[] = [
  {
    name: "chunks of one byte",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: CHUNKED,
    repeat: "1\r\nx\r\n",
  },
  {
    name: "TLS records of one byte",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: `${OK}\r\n`,
    repeat: "x",
    singly: true,
  },
  {
    name: "a head that comes byte by byte",
    // The kernel may join bytes: then the head becomes too large first.
    codes: ["FETCH_EXCESSIVE_LOAD", "FETCH_NETWORK"],
    head: `${OK}x: `,
    repeat: "x",
    singly: true,
  },
  {
    name: "endless 103 Early Hints",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: "",
    repeat: "HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n",
  },
  {
    name: "endless 100 Continue",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: "",
    repeat: "HTTP/1.1 100 Continue\r\n\r\n",
  },
  {
    name: "endless informational answers of no known kind",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: "",
    repeat: `HTTP/1.1 199 Own\r\nx: ${"x".repeat(4000)}\r\n\r\n`,
  },
  {
    name: "more headers than real servers send",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: `${OK}${Array.from({ length: 1500 }, (_, n) => `x${n}:\r\n`).join("")}\r\n`,
  },
  {
    name: "a head without end",
    codes: ["FETCH_NETWORK"],
    head: OK,
    repeat: `x: ${"x".repeat(1000)}\r\n`,
  },
  {
    name: "chunk extensions",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: CHUNKED,
    repeat: `1;${"x".repeat(4000)}\r\nx\r\n`,
  },
  {
    name: "a chunk size without end",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: CHUNKED,
    repeat: "0".repeat(1000),
  },
  {
    name: "trailers without end",
    codes: ["FETCH_NETWORK"],
    head: `${CHUNKED}0\r\n`,
    repeat: `x: ${"x".repeat(1000)}\r\n`,
  },
  {
    name: "empty gzip members",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: gzipped,
    repeat: gzipSync(""),
  },
  {
    name: "empty blocks in one gzip member",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: gzipped + GZIP_HEAD.toString("latin1"),
    repeat: Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]),
  },
  {
    name: "empty metablocks of brotli with the largest window",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: `${OK}content-encoding: br\r\n\r\n\x6f\x00`,
    repeat: BROTLI_EMPTY,
  },
  {
    name: "a gzip bomb",
    codes: ["FETCH_BODY_TOO_LARGE"],
    head: gzipped,
    repeat: gzipSync(Buffer.alloc(10_000_000)),
  },
  {
    name: "a brotli bomb",
    codes: ["FETCH_BODY_TOO_LARGE"],
    head: `${OK}content-encoding: br\r\n\r\n${brotliCompressSync(Buffer.alloc(50_000_000)).toString("latin1")}`,
  },
  {
    name: "a gzip member in chunks of one byte",
    codes: ["FETCH_EXCESSIVE_LOAD"],
    head: `${OK}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n`,
    repeat: Buffer.concat([...gzipSync("")].map((byte) => asChunk(Buffer.from([byte])))),
  },
  {
    name: "a body in a 205 that has none",
    codes: ["response"],
    head: "HTTP/1.1 205 Reset Content\r\ntransfer-encoding: chunked\r\n\r\n",
    repeat: "1\r\nx\r\n",
  },
  {
    name: "a body longer than its length",
    codes: ["response"],
    head: `${OK}content-length: 1\r\n\r\nx`,
    repeat: "HTTP/1.1 200 OK\r\n\r\n",
    singly: true,
  },
  {
    name: "a body as large as it likes",
    codes: ["FETCH_BODY_TOO_LARGE"],
    head: `${OK}\r\n`,
    repeat: Buffer.alloc(10_000),
  },
];

/** Bytes written at once where writes need not be single. */
const BATCH = 16_000;

/** Plays the server on a socket; resolves with the bytes it could write once the client hangs up. */
export function play({ head, repeat, singly }: HostileServer, socket: Duplex): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  let written = 0;
  const write = (data: Buffer): boolean => {
    written += data.byteLength;
    return socket.write(data);
  };
  socket.on("error", () => {});
  socket.once("close", () => resolve(written));
  write(Buffer.from(head, "latin1"));
  if (repeat === undefined) return promise;
  const once = Buffer.from(repeat);
  const batch = Buffer.concat(Array(Math.max(1, Math.floor(BATCH / once.byteLength))).fill(once));
  const pump = (): void => {
    for (let round = 0; round < 100; round++) {
      if (socket.destroyed) return;
      if (!write(singly === true ? once : batch)) break;
    }
    if (socket.writableNeedDrain) socket.once("drain", pump);
    else setImmediate(pump);
  };
  pump();
  return promise;
}
