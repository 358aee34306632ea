import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parseMultipart, type Upload } from "./multipart.ts";

/** The parameters of a request from its URL and body, independent of the encoding. */
export interface Form {
  /** Values from JSON keep their types; all others are text. */
  readonly fields: Record<string, unknown>;
  readonly files: ReadonlyMap<string, Upload>;
}

/** A request body that cannot be read; `status` is the HTTP status for the answer. */
export class BodyError extends Error {
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** An HTTP server that only this machine can reach. */
export interface LoopbackServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Answers a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * One address on the loopback interface for many simulators, as a real platform has one for all of
 * its bots. Each simulator has a path of its own below the address, which its `baseUrl` includes.
 */
export interface SharedAddress extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
  /** Gives a simulator a path of its own. */
  mount(handler: Handler): LoopbackServer;
  /** Frees the port; close the simulators first. */
  close(): Promise<void>;
}

/** Options that decide where a simulator listens. */
export interface ListenOptions {
  /** The port on 127.0.0.1. @default 0, any free one */
  readonly port?: number;
  /** An address to share with other simulators, instead of a port. @default none */
  readonly address?: SharedAddress;
}

const NO_FILES: ReadonlyMap<string, Upload> = new Map();

/** Starts a server on 127.0.0.1, or mounts the handler on a shared address. */
export async function listen(
  handler: Handler,
  { port = 0, address: shared }: ListenOptions,
): Promise<LoopbackServer> {
  if (shared !== undefined) return shared.mount(handler);
  // A long timeout, because clients reuse connections: closing idle ones early would race with their next request.
  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 0 }, handler);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Waits a turn, so that answers that were just written are sent before the connections are cut.
        setImmediate(() => server.closeAllConnections());
      }),
  };
}

/**
 * Reads parameters from the query string and from a JSON, urlencoded or multipart body.
 * @throws BodyError 400 for a malformed body, 413 for one of more than `limit` bytes.
 */
export async function readForm(
  request: IncomingMessage,
  query: string,
  limit: number,
): Promise<Form> {
  const fields: Record<string, unknown> = query === "" ? {} : fromUrlencoded(query);
  if (request.method === "GET" || request.method === "HEAD") return { fields, files: NO_FILES };
  const body = await readBody(request, limit);
  if (body.length === 0) return { fields, files: NO_FILES };
  const type = request.headers["content-type"] ?? "";
  if (/^application\/json/i.test(type)) {
    return { fields: Object.assign(fields, fromJson(body)), files: NO_FILES };
  }
  if (/^multipart\/form-data/i.test(type)) return fromMultipart(body, type, fields);
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    return { fields: Object.assign(fields, fromUrlencoded(body.toString())), files: NO_FILES };
  }
  return { fields, files: NO_FILES };
}

/** Reads the whole body. @throws BodyError 413 after all of a body of more than `limit` bytes has arrived */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      // The rest is still read, so that the client receives the answer.
      if (size <= limit) chunks.push(chunk);
    });
    request.on("end", () => {
      if (size > limit) reject(new BodyError(413, "Request Entity Too Large"));
      else
        resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    request.on("error", reject);
  });
}

/** Answers with JSON. */
export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** Whether the value is an object with named fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fromUrlencoded(text: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(text));
}

function fromJson(body: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch (cause) {
    throw new BodyError(400, "can't parse request JSON object", { cause });
  }
  if (!isRecord(value)) throw new BodyError(400, "expected a JSON object");
  return value;
}

async function fromMultipart(
  body: Buffer,
  type: string,
  fields: Record<string, unknown>,
): Promise<Form> {
  try {
    const parts = await parseMultipart(body, type);
    return { fields: Object.assign(fields, parts.fields), files: parts.files };
  } catch (cause) {
    throw new BodyError(400, "can't parse multipart body", { cause });
  }
}
