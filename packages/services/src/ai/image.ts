import { randomUUID } from "node:crypto";
import { imageCredits, type ImageModelInput } from "@botwright/core";
import type { GeneratedImage, ModelProvider } from "../ports/model-provider.ts";
import { isProviderError } from "../errors.ts";
import { isRefusedPurchase } from "../ledger-errors.ts";
import type { AIServiceOptions } from "./ai-options.ts";
import { callModelProvider } from "./call-model-provider.ts";
import { imageCounterOf } from "./image-counter.ts";
import { isFree, type ModelDefinition, pricesOf } from "./models.ts";
import { buy, type Purchased } from "./purchase.ts";
import { answered, type ModelCall } from "./results.ts";

/** The name of the counter of the account's images on the current day. */
export function todaysCounter({ userId, dayOf, clock }: AIServiceOptions): string {
  return imageCounterOf(userId, dayOf(clock.now()));
}

/**
 * Calls an image model. The account's first images of a day are free, each further image is charged; a failed image
 * does not count.
 */
export async function callImageModel(
  options: AIServiceOptions,
  model: ModelDefinition,
  provider: ModelProvider,
  input: ImageModelInput,
): Promise<ModelCall> {
  const { userId, pluginSlug, ledger, logger, usage } = options;
  const counter = todaysCounter(options);
  const id = options.effectKey ?? randomUUID();
  const freeImages = await options.freeImagesPerDay();
  // Counted before the image is created, so that concurrent calls cannot both use the last free one.
  const { place, attempt } = await usage.add(counter, id);
  const isFreeUse = isFree(model) || place < freeImages;
  const cost = isFreeUse ? 0 : imageCredits(pricesOf(model));

  let purchased: Purchased<GeneratedImage>;
  try {
    purchased = await buy(ledger, logger, {
      subject: { userId, pluginSlug, description: model.name },
      day: options.dayOf(options.clock.now()),
      key: id,
      maxCredits: cost,
      deliver(key) {
        const { imagePrompt: prompt, imageSize: size } = input;
        const sized = size === undefined ? {} : { size };
        const request = { model: model.providerModel ?? model.name, prompt, ...sized };
        return callModelProvider(options, key, (call) => provider.generateImage(request, call));
      },
      costOf: () => cost,
    });
  } catch (error) {
    // After any other error the call is repeated, and its charge may stay; so the image stays counted.
    if (isProviderError(error) || isRefusedPurchase(error)) {
      await usage.remove(counter, id, attempt);
    }
    throw error;
  }
  const noTokens = { prompt_tokens: 0, completion_tokens: 0 };
  const { imageUrl, text = "" } = purchased.goods;
  return answered(purchased, { text, imageUrl, usage: noTokens, isFree: isFreeUse });
}
