import { createHash } from "node:crypto";
import { decryptAes, isSameSecret } from "@botwright/adapter-kit";
import { describeError, type Logger } from "@botwright/core";
import { readEvent } from "./parse.ts";
import type { Receiver, Transport } from "./transport.ts";
import { isObject, parseJson, textOf, type WireObject } from "./wire.ts";

/** What protects the callbacks; one of them must be set. */
interface CallbackSecrets {
  /** Bodies are encrypted and signed with it; `""` for none. */
  readonly encryptKey: string;
  /** Comes with each event; `""` for none. */
  readonly verificationToken: string;
}

/** A {@link Transport} that is called by the platform. */
export interface CallbackTransport extends Transport {
  handle(request: Request): Promise<Response>;
}

/** Options of {@link startCallback}. */
export interface CallbackOptions extends CallbackSecrets {
  readonly receiver: Receiver;
  readonly logger: Logger;
}

/** Larger than any event. */
const MAX_BODY = 4 * 1024 * 1024;

/**
 * Receives by HTTP. Feishu repeats an event until it gets a 200, so that is answered only when the
 * sink has the message.
 */
export function startCallback(options: CallbackOptions): CallbackTransport {
  const { receiver, logger, encryptKey } = options;
  const open = new Set<Promise<Response>>();
  let isStopped = false;

  async function answer(request: Request): Promise<Response> {
    if (request.method !== "POST") return empty(405);
    if (Number(request.headers.get("content-length")) > MAX_BODY) return empty(413);
    const body = await readBody(request);
    if (body === undefined) return refused(400);
    const event = openBody(body, encryptKey);
    if (typeof event === "number") return refused(event);
    const isChallenge = event["type"] === "url_verification";
    // The check of the address may come unsigned; it tells nothing but the challenge.
    if (encryptKey !== "" && !isChallenge && !isSigned(request.headers, body, encryptKey)) {
      return refused(401);
    }
    if (!hasToken(event, options)) return refused(403);
    if (isChallenge) return Response.json({ challenge: textOf(event["challenge"]) });
    try {
      return (await receiver.take(event)) ? Response.json({}) : empty(503);
    } catch (error) {
      logger.warn("Feishu: a message was not taken and will come again", describeError(error));
      return empty(500);
    }
  }

  function refused(status: number): Response {
    logger.warn("Feishu: a callback was refused", { status });
    return empty(status);
  }

  return {
    handle(request) {
      if (isStopped) return Promise.resolve(empty(503));
      const answering = answer(request).finally(() => open.delete(answering));
      open.add(answering);
      return answering;
    },
    async stop() {
      isStopped = true;
      await receiver.stop();
      await Promise.allSettled(open);
    },
  };
}

/** The raw bytes, which the signature covers; `undefined` when they broke off. */
async function readBody(request: Request): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** The event of a body, or the status that refuses it. */
function openBody(body: Uint8Array, encryptKey: string): WireObject | number {
  const outer = readEvent(body);
  if (!isObject(outer)) return 400;
  if (outer["encrypt"] === undefined) return encryptKey === "" ? outer : 403;
  if (encryptKey === "") return 400;
  const inner = decrypt(textOf(outer["encrypt"]), encryptKey);
  return isObject(inner) ? inner : 400;
}

/** AES-256-CBC with the SHA-256 of the key; the first block is the IV. */
function decrypt(text: string, encryptKey: string): unknown {
  const bytes = Buffer.from(text, "base64");
  const key = createHash("sha256").update(encryptKey, "utf8").digest();
  try {
    const plain = decryptAes(bytes.subarray(16), { key, iv: bytes.subarray(0, 16) });
    return parseJson(plain.toString("utf8"));
  } catch {
    return undefined;
  }
}

function isSigned(headers: Headers, body: Uint8Array, encryptKey: string): boolean {
  const expected = createHash("sha256")
    .update(headers.get("x-lark-request-timestamp") ?? "")
    .update(headers.get("x-lark-request-nonce") ?? "")
    .update(encryptKey)
    .update(body)
    .digest("hex");
  return isSameSecret(headers.get("x-lark-signature") ?? "", expected);
}

function hasToken(event: WireObject, { verificationToken }: CallbackSecrets): boolean {
  if (verificationToken === "") return true;
  const { header } = event;
  const given = isObject(header) ? header["token"] : event["token"];
  return isSameSecret(textOf(given), verificationToken);
}

function empty(status: number): Response {
  return new Response(null, { status });
}
