import type { Clock, Logger } from "@botwright/core";
import type { Ledger } from "../ports/ledger.ts";
import type { ModelProvider } from "../ports/model-provider.ts";
import type { RateLimiter } from "../ports/rate-limiter.ts";
import type { UsageCounter } from "../ports/usage-counter.ts";
import type { MessageIdentity } from "../message-identity.ts";
import type { Recorder } from "../recorder.ts";
import type { ModelCatalog } from "./models.ts";

/**
 * Finds a provider by name, as in a model's `provider`. Called for every model call, so that a change takes effect
 * immediately.
 */
export type FindProvider = (name: string) => Promise<ModelProvider | undefined>;

/** Limits of AI calls. */
export interface AILimits {
  readonly freeCallsPerUserPerHour: number;
  readonly defaultMaxTokens: number;
  /** Maximum duration of one provider call, in milliseconds. */
  readonly timeoutMs: number;
}

/** Options of the AI service of one plugin and account. */
export interface AIServiceOptions {
  readonly userId: number;
  readonly pluginSlug: string;
  readonly catalog: ModelCatalog;
  readonly findProvider: FindProvider;
  readonly ledger: Ledger;
  readonly limiter: RateLimiter;
  readonly usage: UsageCounter;
  readonly freeImagesPerDay: () => Promise<number>;
  readonly dayOf: (time: number) => string;
  readonly limits: AILimits;
  readonly record: Recorder;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The message whose run makes the calls, for the log. */
  readonly message: MessageIdentity;
  /** The idempotency key of the charge. */
  readonly effectKey?: string;
}
