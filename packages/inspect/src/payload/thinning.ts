import { isRising } from "./randomness.ts";

/** How often data is looked for below fillers and sums. */
export const MAX_LAYERS = 3;

/** The share of a text from which on its most frequent character may be a filler: no prose reaches it. */
const FILLER_OF_TEXT = 0.3;
/** The same for numbers. */
const FILLER_OF_NUMBERS = 0.2;

/**
 * Removes the most frequent character of a text, if it is so frequent that it may stand between the
 * letters of encoded data.
 *
 * @returns `undefined` when no character is
 */
export function withoutFiller(text: string): string | undefined {
  const [filler, count] = mostFrequent(text);
  if (filler === undefined || count <= text.length * FILLER_OF_TEXT) return undefined;
  return text.replaceAll(filler, "");
}

/**
 * What may be below numbers that seem to hold no data: the differences of those that rise, since sums
 * so far hide what was added; else those beside the most frequent one.
 *
 * @returns `undefined` when it is neither
 */
export function belowNumbers<Item extends { readonly value: number }>(
  items: readonly Item[],
): readonly Item[] | undefined {
  if (isRising(items.map(({ value }) => value))) {
    return items.map((item, index) => ({
      ...item,
      value: index === 0 ? 0 : Math.abs(item.value - (items[index - 1]?.value ?? 0)),
    }));
  }
  const [filler, count] = mostFrequent(items.map(({ value }) => value));
  if (filler === undefined || count <= items.length * FILLER_OF_NUMBERS) return undefined;
  return items.filter(({ value }) => value !== filler);
}

function mostFrequent<Symbol>(
  symbols: Iterable<Symbol>,
): [symbol: Symbol | undefined, count: number] {
  const counts = new Map<Symbol, number>();
  let most: [Symbol | undefined, number] = [undefined, 0];
  for (const symbol of symbols) {
    const count = (counts.get(symbol) ?? 0) + 1;
    counts.set(symbol, count);
    if (count > most[1]) most = [symbol, count];
  }
  return most;
}
