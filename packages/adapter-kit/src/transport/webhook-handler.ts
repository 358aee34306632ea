import { type Clock, describeError, type Logger, readBytes } from "@botwright/core";
import { pause } from "../backoff.ts";
import { lengthOf } from "../content-length.ts";
import type { InboundPipeline } from "./inbound-pipeline.ts";
import type { Transport } from "../adapter/lifecycle.ts";

/** Thrown for a callback that is not from the platform or cannot be read; only the log gets the reason. */
export class WebhookRejection extends Error {
  /** The HTTP status of the answer. */
  readonly status: number;

  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

/** Options of {@link createWebhookHandler}. */
export interface WebhookHandlerOptions {
  /** The platform's name, for log lines. */
  readonly service: string;
  readonly inbound: InboundPipeline;
  readonly logger: Logger;
  readonly clock: Clock;
  /** The largest body, in bytes. @default 1 MiB */
  readonly maxBytes?: number;
  /**
   * Verifies a POST and processes it. Resolves to the result of `InboundPipeline.accept`, to `true` when there is
   * nothing to deliver, or to its own answer. `readBody` accepts a lower limit than `maxBytes`, for a body that
   * is not authenticated yet.
   * @throws {WebhookRejection}
   */
  receive(
    request: Request,
    readBody: (maxBytes?: number) => Promise<Uint8Array>,
  ): Promise<boolean | Response>;
  /** The body of a successful answer. @default empty */
  readonly success?: string;
}

/** Milliseconds that a stop waits for answers under way. */
const GRACE_MS = 1000;

/**
 * Creates a transport that receives HTTP callbacks. The platform repeats a callback until it gets a success, so
 * the handler answers 200 only when the sink has accepted the message, 500 when the sink rejects it, 503 after a stop.
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
      // A body that never ends must not delay the stop.
      await Promise.race([Promise.allSettled(open), pause(GRACE_MS, done.signal, clock)]);
      done.abort();
    },
  };
}

async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = new WebhookRejection(413, `more than ${maxBytes} bytes`);
  if ((lengthOf(request.headers) ?? 0) > maxBytes) throw tooLarge;
  try {
    // Allocates nothing for the announced length, because a stranger may announce more than it sends.
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
