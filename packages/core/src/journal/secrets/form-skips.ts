import type { SecretForm } from "./secret-forms.ts";

/** Pairs of characters with a place of their own, in the best case; a power of two. */
const PAIRS = 4096;
/** Longer windows would skip more, but most pairs would then occur in one of many forms. */
const MAX_SPAN = 8;

/**
 * How far a search can skip, by the algorithm of Wu and Manber: as the forms are at least `span` characters long,
 * one that begins here has the last pair of the next `span` characters somewhere in its own first `span`. If none
 * has it, none begins at any of the places up to that pair.
 *
 * @see https://webglimpse.net/pubs/TR94-17.pdf
 */
export interface FormSkips {
  readonly span: number;
  /** By `placeOfPair` of the last pair: places at which no form begins. */
  readonly skips: Uint8Array;
}

/** @param forms of two characters or more */
export function skipsOf(forms: readonly SecretForm[]): FormSkips {
  let span = MAX_SPAN;
  for (const { text } of forms) span = Math.min(span, text.length);
  const skips = new Uint8Array(PAIRS).fill(span - 1);
  for (const { text } of forms) {
    for (let at = 0; at <= span - 2; at++) {
      const place = placeOfPair(text.charCodeAt(at), text.charCodeAt(at + 1));
      skips[place] = Math.min(skips[place] ?? 0, span - 2 - at);
    }
  }
  return { span, skips };
}

/** The next place, from this one on, at which a form may begin; the text's length if there is none. */
export function skipFrom(from: number, text: string, { span, skips }: FormSkips): number {
  for (let end = from + span; end <= text.length;) {
    const pair = placeOfPair(text.charCodeAt(end - 2), text.charCodeAt(end - 1));
    const skip = skips[pair] ?? 0;
    if (skip === 0) return end - span;
    end += skip;
  }
  return text.length;
}

/** The place of a pair of characters; others may have the same. */
function placeOfPair(first: number, second: number): number {
  return ((first << 6) ^ second) & (PAIRS - 1);
}
