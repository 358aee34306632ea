import {
  type AIModelCategory,
  type AIService,
  type ChatModelInput,
  describeError,
  type ImageModelInput,
} from "@botwright/core";
import { rateLimitKeyOf, SERVICE_RATE_LIMITS } from "../rate-limit-keys.ts";
import { isProviderError } from "../errors.ts";
import { isRefusedPurchase } from "../ledger-errors.ts";
import type { AIServiceOptions } from "./ai-options.ts";
import { callChatModel } from "./chat.ts";
import { checkInput } from "./check-input.ts";
import { callImageModel, todaysCounter } from "./image.ts";
import { categoryOf, isFree, type ModelDefinition, toModelInfo, toModelRecord } from "./models.ts";
import { ChargedFailure } from "./purchase.ts";
import { failed, type ModelCall } from "./results.ts";

/** An AI service that can be bound to the idempotency key of a charge. */
export interface BilledAIService extends AIService {
  /**
   * Returns the service bound to a key: its next model call is charged under this key, and charged only once even if
   * it is repeated with the same key. Without a key each call is charged separately.
   */
  forEffect(key: string): AIService;
}

const HOUR_MS = 3_600_000;
/** Maximum characters of an unknown model's name that its error and the log repeat. */
const SHOWN_NAME = 100;

/** Creates the AI service of one plugin and account. */
export function createAIService(options: AIServiceOptions): BilledAIService {
  const { userId, pluginSlug, catalog, limiter, limits, usage, clock, logger } = options;

  async function isOverHourlyLimit(): Promise<boolean> {
    const rate = { limit: limits.freeCallsPerUserPerHour, windowMs: HOUR_MS };
    return !(await limiter.take(rateLimitKeyOf(SERVICE_RATE_LIMITS.freeCalls, userId), rate))
      .allowed;
  }

  async function call(
    model: ModelDefinition | undefined,
    input: ChatModelInput | ImageModelInput,
  ): Promise<ModelCall> {
    if (model === undefined) {
      const error = `There is no model "${shownName(input)}": getModelsByCategory lists them`;
      return failed(error, "MODEL_UNKNOWN");
    }
    const checked = checkInput(input, model);
    if (checked.kind === "wrong") return failed(checked.error, "INVALID_INPUT");
    const provider = await options.findProvider(model.provider);
    if (provider === undefined) {
      const { name } = model;
      logger.error("a model names a provider that does not exist", {
        name,
        provider: model.provider,
      });
      const error = `The model "${name}" has no provider: choose another one`;
      return failed(error, "PROVIDER_UNKNOWN");
    }
    if (isFree(model) && (await isOverHourlyLimit())) {
      return failed(
        `Free models may be called ${limits.freeCallsPerUserPerHour} times an hour: try again later.`,
        "FREE_CALLS_LIMIT",
      );
    }
    try {
      return checked.kind === "chat"
        ? await callChatModel(options, model, provider, checked.input)
        : await callImageModel(options, model, provider, checked.input);
    } catch (thrown) {
      const isCharged = thrown instanceof ChargedFailure;
      const error = isCharged ? thrown.cause : thrown;
      if (isProviderError(error) || isRefusedPurchase(error)) {
        return failed(error.message, error.code, isCharged ? thrown : undefined);
      }
      throw error;
    }
  }

  return {
    async callModel(input) {
      const createdAt = clock.now();
      const model = await catalog.find(input.model);
      const called = await call(model, input).catch(async (error: unknown) => {
        const { code } = describeError(error);
        await log(failed(code, code));
        throw error;
      });
      await log(called);
      return called.result;

      async function log({ result, errorCode, chargeKey }: ModelCall): Promise<void> {
        await options.record({
          type: "ai",
          createdAt,
          userId,
          pluginSlug,
          ...options.message,
          ...(options.effectKey !== undefined && { effectKey: options.effectKey }),
          ...(chargeKey !== undefined && { chargeKey }),
          model: model?.name ?? shownName(input),
          category: model === undefined ? askedCategory(input) : categoryOf(model),
          usage: result.usage,
          credits: result.credits_deducted,
          freeUse: result.free_use,
          durationMs: clock.now() - createdAt,
          error: result.error,
          errorCode,
        });
      }
    },
    async getModelsByCategory(category) {
      const models = await catalog.list();
      return models.filter((model) => categoryOf(model) === category).map(toModelRecord);
    },
    async getModelInfo(name) {
      const model = await catalog.find(name);
      return model === undefined ? null : toModelInfo(model);
    },
    async isFreeModel(name) {
      const model = await catalog.find(name);
      return model !== undefined && isFree(model);
    },
    getImageUsageToday: () => usage.count(todaysCounter(options)),
    getFreeImageQuota: async () => ({ dailyPerUser: await options.freeImagesPerDay() }),
    forEffect: (effectKey) => createAIService({ ...options, effectKey }),
  };
}

function shownName({ model }: ChatModelInput | ImageModelInput): string {
  return model.slice(0, SHOWN_NAME);
}

/** The category of a call to an unknown model, by its input. */
function askedCategory(input: ChatModelInput | ImageModelInput): AIModelCategory {
  return "imagePrompt" in input ? "image" : "chat";
}
