import { describeError } from "@botwright/core";
import { isProviderError, ProviderError } from "../errors.ts";
import type { ProviderCall } from "../ports/model-provider.ts";
import { withTimeout } from "../with-timeout.ts";
import type { AIServiceOptions } from "./ai-options.ts";

/**
 * Asks a provider within the time that a call may take.
 *
 * @throws {ProviderError} whatever goes wrong: what a provider throws beside it is logged, since it
 * may hold anything
 */
export async function askProvider<Answer>(
  { clock, limits, logger }: AIServiceOptions,
  idempotencyKey: string,
  ask: (call: ProviderCall) => Promise<Answer>,
): Promise<Answer> {
  const { timeoutMs } = limits;
  const timedOut = (): ProviderError =>
    new ProviderError(`the model did not answer within ${timeoutMs} ms: try again later`, {
      code: "PROVIDER_TIMEOUT",
    });
  try {
    return await withTimeout({ clock, timeoutMs, timedOut }, (signal) =>
      ask({ signal, idempotencyKey }),
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
