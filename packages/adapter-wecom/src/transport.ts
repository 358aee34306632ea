import { pause } from "@botwright/adapter-kit";
import {
  type Clock,
  describeError,
  type IncomingMessage,
  type Logger,
  type MessageSink,
} from "@botwright/core";
import { parseMessage } from "./parse.ts";
import type { CallbackCrypto, Signed } from "./wire-crypto.ts";
import { readXml } from "./wire-xml.ts";

/** Options of {@link createTransport}. */
export interface TransportOptions {
  crypto: CallbackCrypto;
  corpId: string;
  agentId: string;
  logger: Logger;
  clock: Clock;
}

/** The way in: WeCom calls. */
export interface Transport {
  handle(request: Request): Promise<Response>;
  /** From now on messages are taken. */
  start(sink: MessageSink): void;
  /** Resolves when nothing is received any more. */
  stop(): Promise<void>;
}

/** From a start to its stop. */
interface Run {
  readonly sink: MessageSink;
  readonly stopping: AbortController;
  /** Messages that the sink is about to take, by their exact ids. */
  readonly underWay: Map<string, Promise<unknown>>;
}

/** WeCom waits 5 s for an answer, then calls again. */
const ANSWER_MS = 4500;
/** How long a stop waits for what is under way. */
const GRACE_MS = 1000;
const MAX_BODY = 1024 * 1024;

/**
 * Receives by callback. WeCom repeats a message at most three times until it gets a 200, so that is
 * answered only when the sink has the message; a slow sink meets the repeated message, not a copy.
 */
export function createTransport(options: TransportOptions): Transport {
  const { crypto, corpId, agentId, logger, clock } = options;
  const open = new Set<Promise<Response>>();
  let running: Run | undefined;

  async function receive(request: Request): Promise<Response> {
    if (running === undefined) return empty(503);
    const { sink, stopping, underWay } = running;
    const body = await readText(request);
    const envelope = body === undefined ? undefined : readXml(body);
    const encrypted = envelope?.["Encrypt"];
    if (envelope === undefined || encrypted === undefined) return refuse(400, "no envelope");
    if (!crypto.isSigned(signedBy(request, encrypted))) return refuse(403, "a wrong signature");
    const xml = crypto.decrypt(encrypted);
    if (xml === undefined) return refuse(403, "a text for another receiver");
    if ((envelope["AgentID"] ?? agentId) !== agentId) {
      logger.warn("WeCom: a callback names another app; give each app its own address");
    }
    const incoming = parseMessage(readXml(xml), corpId);
    if (incoming === null) return empty(200);
    const taking = underWay.get(incoming.id) ?? take(underWay, incoming, sink);
    try {
      return empty((await isTaken(taking, stopping.signal, clock)) ? 200 : 503);
    } catch (error) {
      logger.warn("WeCom: a message was not taken and will come again", describeError(error));
      return empty(500);
    }
  }

  function refuse(status: number, why: string): Response {
    logger.warn(`WeCom: a callback was refused: ${why}`);
    return empty(status);
  }

  /** The check of the address when it is saved in the console. */
  function echo(request: Request): Response {
    // An unescaped + has become a blank on the way.
    const encrypted = (param(request, "echostr") ?? "").replaceAll(" ", "+");
    if (!crypto.isSigned(signedBy(request, encrypted))) return refuse(403, "a wrong signature");
    const text = crypto.decrypt(encrypted);
    if (text === undefined) return refuse(400, "a text for another receiver");
    return new Response(text, { headers: { "content-type": "text/plain" } });
  }

  return {
    handle(request) {
      if (request.method === "GET") return Promise.resolve(echo(request));
      if (request.method !== "POST") return Promise.resolve(empty(405));
      const answering = receive(request).finally(() => open.delete(answering));
      open.add(answering);
      return answering;
    },
    start(sink) {
      running = { sink, stopping: new AbortController(), underWay: new Map() };
    },
    async stop() {
      running?.stopping.abort();
      running = undefined;
      await Promise.allSettled(open);
    },
  };
}

/** Hands a message to the sink; until that is done, a repeated callback finds it under way. */
function take(
  underWay: Run["underWay"],
  incoming: IncomingMessage,
  sink: MessageSink,
): Promise<unknown> {
  const taking = (async () => sink(incoming))().finally(() => underWay.delete(incoming.id));
  underWay.set(incoming.id, taking);
  // A rejection that comes after the answer belongs to nobody.
  taking.catch(() => {});
  return taking;
}

/** Whether the sink has taken the message in time. @throws what the sink rejects with */
async function isTaken(
  taking: Promise<unknown>,
  signal: AbortSignal,
  clock: Clock,
): Promise<boolean> {
  const done = new AbortController();
  const late = (async () => {
    await pause(ANSWER_MS, AbortSignal.any([signal, done.signal]), clock);
    if (signal.aborted) await pause(GRACE_MS, done.signal, clock);
    return false;
  })();
  try {
    return await Promise.race([taking.then(() => true), late]);
  } finally {
    done.abort();
  }
}

function signedBy(request: Request, encrypted: string): Signed {
  const signature =
    param(request, "msg_signature") ??
    param(request, "msgsignature") ??
    param(request, "signature");
  return {
    signature: signature ?? "",
    timestamp: param(request, "timestamp") ?? "",
    nonce: param(request, "nonce") ?? "",
    encrypted,
  };
}

function param(request: Request, name: string): string | undefined {
  return new URL(request.url).searchParams.get(name) ?? undefined;
}

/** The body of a request, unless it is too large to be a callback. */
async function readText(request: Request): Promise<string | undefined> {
  if (request.body === null) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString("utf8");
}

function empty(status: number): Response {
  return new Response(null, { status });
}
