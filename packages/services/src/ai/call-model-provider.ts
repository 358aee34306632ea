import { type Clock, describeError, type Logger } from "@botwright/core";
import { isProviderError, ProviderError } from "../errors.ts";
import type { ProviderCall } from "../ports/model-provider.ts";
import type { AILimits } from "./ai-options.ts";
import { withTimeout } from "../with-timeout.ts";

/** Options of {@link callModelProvider}. */
export interface CallModelProviderOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: Pick<AILimits, "timeoutMs">;
}

/**
 * Calls a provider within the time limit of a call.
 *
 * @throws {ProviderError} for every failure. Other errors that a provider throws are logged and replaced,
 * because they may contain secrets.
 */
export async function callModelProvider<Answer>(
  { clock, limits, logger }: CallModelProviderOptions,
  idempotencyKey: string | undefined,
  ask: (call: ProviderCall) => Promise<Answer>,
): Promise<Answer> {
  const { timeoutMs } = limits;
  const timedOut = (): ProviderError =>
    new ProviderError(`the model did not answer within ${timeoutMs} ms: try again later`, {
      code: "PROVIDER_TIMEOUT",
    });
  try {
    return await withTimeout({ clock, timeoutMs, timedOut }, (signal) =>
      ask({ signal, ...(idempotencyKey !== undefined && { idempotencyKey }) }),
    );
  } catch (error) {
    if (isProviderError(error)) throw error;
    logger.error("a model provider failed unexpectedly", describeError(error));
    throw new ProviderError("the model's provider failed: try again later", {
      code: "PROVIDER_FAILED",
      cause: error,
    });
  }
}
