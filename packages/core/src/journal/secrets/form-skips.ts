import type { SecretForm } from "./secret-forms.ts";

/** Size of the table of character pairs, which is indexed by a hash; a power of two. */
const PAIRS = 4096;
/** Maximum span; a longer one would skip more, but then most pairs would occur in one of many forms. */
const MAX_SPAN = 8;

/**
 * How far a search can skip, by the algorithm of Wu and Manber. Every form has at least `span` characters, so a form
 * that begins at a place contains the last pair of the next `span` characters within its own first `span`. If no form
 * contains that pair there, no form begins at any place before the pair.
 *
 * @see https://webglimpse.net/pubs/TR94-17.pdf
 */
export interface FormSkips {
  readonly span: number;
  /** By the hash of the last pair (`placeOfPair`): the number of places at which no form begins. */
  readonly skips: Uint8Array;
}

/** @param forms forms of at least two characters */
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

/** The first place at or after `from` at which a form may begin; the text's length if there is none. */
export function skipFrom(from: number, text: string, { span, skips }: FormSkips): number {
  for (let end = from + span; end <= text.length;) {
    const pair = placeOfPair(text.charCodeAt(end - 2), text.charCodeAt(end - 1));
    const skip = skips[pair] ?? 0;
    if (skip === 0) return end - span;
    end += skip;
  }
  return text.length;
}

/** The hash of a pair of characters; different pairs may share it. */
function placeOfPair(first: number, second: number): number {
  return ((first << 6) ^ second) & (PAIRS - 1);
}
