import { type AIUsage, chatCredits } from "@botwright/core";
import type { ModelProvider } from "../ports/model-provider.ts";
import type { AIServiceOptions } from "./ai-options.ts";
import { callModelProvider } from "./call-model-provider.ts";
import { isFree, type ModelDefinition, pricesOf } from "./models.ts";
import { buy } from "./purchase.ts";
import type { ReadChatInput } from "./read-messages.ts";
import { answered, type ModelCall } from "./results.ts";
import { estimateUsage, maxPromptTokens } from "./tokens.ts";

/** Calls a chat or vision model and charges the tokens used. */
export async function callChatModel(
  options: AIServiceOptions,
  model: ModelDefinition,
  provider: ModelProvider,
  input: ReadChatInput,
): Promise<ModelCall> {
  const { userId, pluginSlug, ledger, logger } = options;
  const { maxTokens = options.limits.defaultMaxTokens, systemPrompt } = input;
  const system = systemPrompt === undefined ? [] : [{ role: "system", content: systemPrompt }];
  const messages = [...system, ...input.messages];
  const costOf = (inputTokens: number, outputTokens: number): number =>
    isFree(model) ? 0 : chatCredits({ inputTokens, outputTokens, ...pricesOf(model) });

  const purchased = await buy(ledger, logger, {
    subject: { userId, pluginSlug, description: model.name },
    day: options.dayOf(options.clock.now()),
    key: options.effectKey,
    maxCredits: costOf(maxPromptTokens(messages, model.maxMediaTokens), maxTokens),
    async deliver(key) {
      const request = { model: model.providerModel ?? model.name, messages, maxTokens };
      const { text, usage } = await callModelProvider(options, key, (call) =>
        provider.chat(request, call),
      );
      return {
        text,
        usage: isUsage(usage) ? usage : estimateUsage(messages, text, model.maxMediaTokens),
      };
    },
    costOf: ({ usage }) => costOf(usage.prompt_tokens, usage.completion_tokens),
  });
  return answered(purchased, { ...purchased.goods, imageUrl: null, isFree: isFree(model) });
}

/** Whether a provider's token counts are usable; they are checked because providers' answers are not trusted. */
function isUsage(usage: AIUsage | undefined): usage is AIUsage {
  return usage !== undefined && isCount(usage.prompt_tokens) && isCount(usage.completion_tokens);
}

/** More tokens than any model uses; at the highest price of a host they cost less than 2^53 credits. */
const MAX_TOKENS = 2 ** 32;

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value <= MAX_TOKENS;
}
