import type { ModelCatalog, ModelDefinition } from "@botwright/services";
import type { PriceOf } from "./compare-run.ts";

/** Tokens of a call that does not limit its answer: the specification's default. */
const DEFAULT_TOKENS = 1024;

/**
 * Creates the function by which calls of models are compared: the most tokens of the answer times the model's prices.
 * The result is not an amount of credits.
 */
export function createPriceOf(models: Pick<ModelCatalog, "find"> | undefined): PriceOf {
  return async ([input]) => {
    if (typeof input !== "object" || input === null || !("model" in input)) return undefined;
    const found = await models?.find(String(input.model));
    if (found === undefined) return undefined;
    const asked: unknown = "maxTokens" in input ? input.maxTokens : undefined;
    return priceOf(found) * (typeof asked === "number" ? asked : DEFAULT_TOKENS);
  };
}

function priceOf({ inputPrice = 0, outputPrice = 0, multiplier = 1 }: ModelDefinition): number {
  return (Number(inputPrice) + Number(outputPrice)) * Number(multiplier);
}
