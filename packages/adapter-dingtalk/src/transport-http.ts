import { createHmac } from "node:crypto";
import { decryptAes, isSameSecret } from "@botwright/adapter-kit";
import type { MessageSink } from "@botwright/core";
import { createIntake, type Transport, type TransportOptions } from "./transport.ts";
import { isObject, parseJson } from "./wire.ts";

/** Options of {@link startHttp}. */
export interface HttpOptions extends TransportOptions {
  readonly appSecret: string;
  /** The key of encrypted bodies, 32 bytes. */
  readonly aesKey: Uint8Array | undefined;
}

/** A {@link Transport} that is called by the platform. */
export interface HttpTransport extends Transport {
  handle(request: Request): Promise<Response>;
}

/** How old a signature may be, in milliseconds. */
const MAX_AGE_MS = 3_600_000;
/** Before the text stand 16 random bytes and its length. */
const TEXT_OFFSET = 20;

/**
 * Receives by HTTP mode. The signature covers the time only, not the body: what is repeated is
 * dropped by its id. A message is answered with 200 only when the sink has it.
 */
export function startHttp(sink: MessageSink, options: HttpOptions): HttpTransport {
  const { appSecret, aesKey, logger, clock } = options;
  const intake = createIntake(sink, options);
  const stopping = new AbortController();

  function isSigned(headers: Headers): boolean {
    const timestamp = headers.get("timestamp") ?? "";
    const expected = createHmac("sha256", appSecret).update(`${timestamp}\n${appSecret}`);
    const isSame = isSameSecret(headers.get("sign") ?? "", expected.digest("base64"));
    return isSame && Math.abs(clock.now() - Number(timestamp)) <= MAX_AGE_MS;
  }

  /** The body of a message; `undefined` when it cannot be read. */
  function open(text: string): unknown {
    const body = parseJson(text);
    if (!isObject(body) || typeof body["encrypt"] !== "string") return body;
    if (aesKey === undefined) {
      logger.warn("DingTalk: an encrypted message was refused: give the adapter the aesKey");
      return undefined;
    }
    try {
      const encrypted = Buffer.from(body["encrypt"], "base64");
      const plain = decryptAes(encrypted, { key: aesKey, iv: aesKey.subarray(0, 16), padTo: 32 });
      const end = TEXT_OFFSET + plain.readUInt32BE(TEXT_OFFSET - 4);
      return parseJson(plain.toString("utf8", TEXT_OFFSET, end));
    } catch {
      return undefined;
    }
  }

  return {
    async handle(request) {
      if (stopping.signal.aborted) return answer(503);
      if (request.method !== "POST") return answer(405);
      if (!isSigned(request.headers)) return answer(401);
      const body = open(await request.text());
      if (!isObject(body)) {
        logger.warn("DingTalk: a callback without a message was refused");
        return answer(400);
      }
      const done = new AbortController();
      const stopped = new Promise<false>((resolve) => {
        const end = (): void => void intake.settle().then(() => resolve(false));
        stopping.signal.addEventListener("abort", end, { signal: done.signal });
      });
      const isTaken = await Promise.race([intake.take(body), stopped]);
      done.abort();
      return answer(isTaken ? 200 : stopping.signal.aborted ? 503 : 500);
    },
    async stop() {
      stopping.abort();
      await intake.settle();
    },
  };
}

function answer(status: number): Response {
  return new Response("{}", { status, headers: { "content-type": "application/json" } });
}
