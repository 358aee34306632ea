import { type Decimal, type ExactDecimal, parseCount, parseDecimal } from "./validation/decimal.ts";
import { InvalidInputError } from "../types/errors.ts";
import { LIMITS } from "./limits.ts";

/** Input of {@link chatCredits}. Prices in USD per million tokens. */
export interface ChatCreditsInput {
  inputTokens: number;
  outputTokens: number;
  inputPrice: Decimal;
  outputPrice: Decimal;
  multiplier: Decimal;
}

/** Input of {@link imageCredits}. The price in USD per thousand images. */
export interface ImageCreditsInput {
  inputPrice: Decimal;
  multiplier: Decimal;
}

/**
 * The cost of a chat or vision call in credits (100 credits = 1 USD): `ceil((inputTokens × inputPrice +
 * outputTokens × outputPrice) / 1,000,000 × multiplier × 100)`, computed exactly.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field; `AMOUNT_TOO_LARGE` beyond 2^53.
 * @example
 * chatCredits({
 *   inputTokens: 1_000_000, outputTokens: 0, inputPrice: 0.07, outputPrice: 0, multiplier: 1,
 * }); // 7
 */
export function chatCredits(input: ChatCreditsInput): number {
  const inputPrice = parseDecimal("inputPrice", input.inputPrice);
  const outputPrice = parseDecimal("outputPrice", input.outputPrice);
  const scale = Math.max(inputPrice.scale, outputPrice.scale);
  const units =
    parseCount("inputTokens", input.inputTokens) * raise(inputPrice, scale) +
    parseCount("outputTokens", input.outputTokens) * raise(outputPrice, scale);
  return toCredits({ units, scale }, input.multiplier, LIMITS.billing.tokensPerPrice);
}

/**
 * The cost of one image in credits: `ceil(inputPrice / 1000 × multiplier × 100)`, computed exactly.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field; `AMOUNT_TOO_LARGE` beyond 2^53.
 * @example
 * imageCredits({ inputPrice: 40, multiplier: "1.2" }); // 5
 */
export function imageCredits(input: ImageCreditsInput): number {
  const price = parseDecimal("inputPrice", input.inputPrice);
  return toCredits(price, input.multiplier, LIMITS.billing.imagesPerPrice);
}

function raise({ units, scale }: ExactDecimal, to: number): bigint {
  return units * 10n ** BigInt(to - scale);
}

function toCredits(amount: ExactDecimal, multiplier: Decimal, per: number): number {
  const factor = parseDecimal("multiplier", multiplier);
  const numerator = amount.units * factor.units * BigInt(LIMITS.billing.creditsPerUsd);
  const denominator = BigInt(per) * 10n ** BigInt(amount.scale + factor.scale);
  const credits = (numerator + denominator - 1n) / denominator;
  if (credits > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new InvalidInputError("the cost is beyond 2^53 credits; check the price", {
      code: "AMOUNT_TOO_LARGE",
    });
  }
  return Number(credits);
}
