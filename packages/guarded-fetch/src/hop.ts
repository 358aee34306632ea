import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { Agents } from "./agents.ts";
import { onAbort } from "./abort.ts";
import { useSocket } from "./guarded-socket.ts";
import type { LoadMeter } from "./load-meter.ts";

/** One request: a fetch is one or more of them. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Buffer | undefined;
}

/** How a hop is sent. */
export interface HopContext {
  readonly agents: Agents;
  readonly signal: AbortSignal;
  /** Counts what the server makes us do. */
  readonly meter: LoadMeter;
  /** Whose fetch it is. */
  readonly group: string | undefined;
}

/** Bytes of a head, however Node was started. */
const MAX_HEAD_BYTES = 16 * 1024;
/** Fields of a head that Node collects; what the meter allows is less, unless it is set higher. */
const MAX_FIELDS = 2000;

/** Methods that a server may see twice (RFC 9110, section 9.2.2). */
const IDEMPOTENT = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]);

/** Sends one request, and resolves when the head of the answer is there. */
export async function sendHop(hop: Hop, context: HopContext): Promise<IncomingMessage> {
  const { url, method, headers, body } = hop;
  const { agents, signal, meter, group } = context;
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  const options = {
    agent: agents.of(url),
    host,
    port: url.port === "" ? undefined : Number(url.port),
    // TLS knows no addresses here, and no dot at the end of a name.
    servername: isIP(host) === 0 ? host.replace(/\.$/, "") : "",
    path: `${url.pathname}${url.search}`,
    method,
    headers: {
      host: url.host,
      ...Object.fromEntries(headers),
      // Node would leave it out for a DELETE, and the body would pass for the next request.
      ...(body === undefined ? {} : { "content-length": body.byteLength }),
    },
    maxHeaderSize: MAX_HEAD_BYTES,
    insecureHTTPParser: false,
    cancel: signal,
    group,
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = url.protocol === "http:" ? httpRequest(options) : httpsRequest(options);
  using _ = onAbort(signal, () => request.destroy());
  request.maxHeadersCount = MAX_FIELDS;
  let answer: IncomingMessage | undefined;
  request.once("socket", (socket) => {
    const use = useSocket(socket, {
      read: (bytes) => meter.read(bytes),
      isAnswered: () => answer?.complete === true,
    });
    request.once("close", () => use[Symbol.dispose]());
  });
  request.on("information", () => meter.informational());
  request.once("response", (message) => {
    answer = message;
    meter.head(message.rawHeaders.length / 2);
    resolve(message);
  });
  request.once("upgrade", (_response, socket) => {
    socket.destroy();
    reject(new Error("the server changes the protocol, unasked"));
  });
  request.on("error", reject);
  request.once("close", () => reject(new Error("the server hung up")));
  request.end(body);
  try {
    return await promise;
  } catch (error) {
    // The server closed an idle connection just when it was used again.
    const isStale = request.reusedSocket && IDEMPOTENT.has(method) && !signal.aborted;
    if (isStale && isReset(error)) return await sendHop(hop, context);
    throw error;
  }
}

function isReset(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}
