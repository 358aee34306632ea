import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { Agents } from "../connection/agents.ts";
import { onAbort } from "../abort.ts";
import type { RedirectableRequest } from "./redirect-request.ts";
import { useSocket } from "../connection/guarded-socket.ts";
import type { LoadMeter } from "../load/load-meter.ts";

/** One request; a fetch consists of one or more. */
export type Hop = RedirectableRequest<Buffer>;

/** The services that {@link sendHop} uses. */
export interface HopContext {
  readonly agents: Agents;
  readonly signal: AbortSignal;
  /** Counts the work that the server causes. */
  readonly meter: LoadMeter;
  /** The group for which the fetch counts. */
  readonly group: string | undefined;
}

/** Maximum bytes of a head, independent of Node's command line. */
const MAX_HEAD_BYTES = 16 * 1024;
/** Maximum header fields that Node collects; the load meter's limit is usually lower. */
const MAX_FIELDS = 2000;

/** Methods that may be repeated (RFC 9110, section 9.2.2). */
const IDEMPOTENT = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]);

/** Sends one request; resolves when the head of the answer has arrived. */
export async function sendHop(hop: Hop, context: HopContext): Promise<IncomingMessage> {
  const { url, method, headers, body } = hop;
  const { agents, signal, meter, group } = context;
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  const options = {
    agent: agents.of(url),
    host,
    port: url.port === "" ? undefined : Number(url.port),
    // TLS server names must be neither IP addresses nor end with a dot.
    servername: isIP(host) === 0 ? host.replace(/\.$/, "") : "",
    path: `${url.pathname}${url.search}`,
    method,
    headers: {
      host: url.host,
      ...Object.fromEntries(headers),
      // Node would omit it for a DELETE, and the server would read the body as the next request.
      ...(body === undefined ? {} : { "content-length": body.byteLength }),
    },
    maxHeaderSize: MAX_HEAD_BYTES,
    insecureHTTPParser: false,
    cancel: signal,
    group,
    onHandshake: (bytes: number) => meter.handshake(bytes),
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
