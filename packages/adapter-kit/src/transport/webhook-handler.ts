import { type Clock, describeError, type Logger, readBytes } from "@botwright/core";
import { pause } from "../backoff.ts";
import { lengthOf } from "../content-length.ts";
import type { InboundPipeline } from "./inbound-pipeline.ts";
import type { Transport } from "../adapter/lifecycle.ts";

/** Thrown for a callback that is not the platform's, or cannot be read; the reason goes to the log only. */
export class WebhookRejection extends Error {
  /** Of the answer. */
  readonly status: number;

  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

/** Options of {@link createWebhookHandler}. */
export interface WebhookHandlerOptions {
  /** Name of the platform, for log lines. */
  readonly service: string;
  readonly inbound: InboundPipeline;
  readonly logger: Logger;
  readonly clock: Clock;
  /** The largest body, in bytes. @default 1 MiB */
  readonly maxBytes?: number;
  /**
   * Verifies a POST and reads it: resolves to the outcome of a delivery, to `true` for what needs
   * none, or to an answer of its own. `readBody` takes a lower limit than `maxBytes`, for a body that
   * nothing proves yet.
   * @throws {WebhookRejection}
   */
  receive(
    request: Request,
    readBody: (maxBytes?: number) => Promise<Uint8Array>,
  ): Promise<boolean | Response>;
  /** The body of a success. @default none */
  readonly success?: string;
}

/** How long a stop waits for answers that are on their way. */
const GRACE_MS = 1000;

/**
 * Creates a transport that receives HTTP callbacks. The platform repeats a callback until it gets a success, so
 * that is answered only when the sink has the message: 500 when it refuses, 503 after a stop.
 */
export function createWebhookHandler(options: WebhookHandlerOptions): Required<Transport> {
  const { service, inbound, logger, clock, maxBytes = 1024 * 1024, success } = options;
  const open = new Set<Promise<Response>>();
  let isStopped = false;

  async function answer(request: Request): Promise<Response> {
    if (request.method !== "POST") return empty(405);
    try {
      const outcome = await options.receive(request, (most = maxBytes) =>
        readBody(request, Math.min(most, maxBytes)),
      );
      if (outcome instanceof Response) return outcome;
      return outcome ? succeeded(success) : empty(503);
    } catch (error) {
      if (error instanceof WebhookRejection) {
        logger.warn(`${service}: a callback was refused: ${error.message}`);
        return empty(error.status);
      }
      logger.warn(`${service}: a message was not taken and will come again`, describeError(error));
      return empty(500);
    }
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
      await inbound.stop();
      if (open.size === 0) return;
      const done = new AbortController();
      // A body that never ends must not keep the adapter.
      await Promise.race([Promise.allSettled(open), pause(GRACE_MS, done.signal, clock)]);
      done.abort();
    },
  };
}

async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = new WebhookRejection(413, `more than ${maxBytes} bytes`);
  if ((lengthOf(request.headers) ?? 0) > maxBytes) throw tooLarge;
  try {
    // A stranger may announce more than it sends: no memory is set aside for it.
    return await readBytes(request.body, { maxBytes, tooLarge: () => tooLarge });
  } catch (error) {
    throw error === tooLarge ? error : new WebhookRejection(400, "the body broke off");
  }
}

function succeeded(body: string | undefined): Response {
  return body === undefined
    ? empty(200)
    : new Response(body, { headers: { "content-type": "application/json" } });
}

function empty(status: number): Response {
  return new Response(null, { status });
}
