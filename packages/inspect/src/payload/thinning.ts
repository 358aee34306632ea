import { isRising } from "./randomness.ts";

/** How many layers of fillers and sums are removed in the search for data. */
export const MAX_LAYERS = 3;

/** If a text's most frequent character has a larger share, it may be a filler; no prose reaches this. */
const FILLER_OF_TEXT = 0.3;
/** The same for numbers. */
const FILLER_OF_NUMBERS = 0.2;

/**
 * Removes the most frequent character of a text if it is so frequent that it may be a filler between the
 * characters of encoded data.
 *
 * @returns `undefined` when no character is that frequent
 */
export function withoutFiller(text: string): string | undefined {
  const [filler, count] = mostFrequent(text);
  if (filler === undefined || count <= text.length * FILLER_OF_TEXT) return undefined;
  return text.replaceAll(filler, "");
}

/**
 * Removes a layer from numbers that seem to hold no data: for increasing numbers it returns the differences, because
 * running sums hide the summands; otherwise the numbers without the most frequent one.
 *
 * @returns `undefined` when neither applies
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
