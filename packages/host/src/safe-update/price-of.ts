import type { ModelCatalog, ModelDefinition } from "@botwright/services";
import type { PriceOf } from "./compare-run.ts";

/** Tokens of a call that says nothing about its longest answer: the specification's default. */
const DEFAULT_TOKENS = 1024;

/**
 * Makes what compares the costs of calls of models: their longest answer by the price of their tokens. It is
 * no amount of credits.
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
