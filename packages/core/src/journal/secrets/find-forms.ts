import type { SecretForm } from "./secret-forms.ts";

/** A range of a text that holds a secret. */
export interface FoundForm {
  readonly start: number;
  readonly end: number;
  readonly form: SecretForm;
}

/** Characters by which a long form is looked for first. */
const HEAD = 32;

/**
 * All places of secrets in a text, in order. Those that overlap are one, by the name of the longest, so that no
 * byte of either secret remains. The time grows with the text's length times the number of forms, whatever they
 * are: a person may choose a secret that nearly matches a text everywhere.
 *
 * @param forms the shortest first
 */
export function findForms(text: string, forms: readonly SecretForm[]): FoundForm[] {
  const all: FoundForm[] = [];
  for (const form of forms) {
    const { length } = form.text;
    if (length > text.length) break;
    for (const start of startsOf(form.text, text)) all.push({ start, end: start + length, form });
  }
  all.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: FoundForm[] = [];
  for (const found of all) {
    const last = apart.at(-1);
    if (last === undefined || found.start >= last.end) {
      apart.push(found);
    } else if (found.end > last.end) {
      const { form } = found.end - found.start > last.end - last.start ? found : last;
      apart[apart.length - 1] = { start: last.start, end: found.end, form };
    }
  }
  return apart;
}

/** Places of a pattern's head at which the rest is compared, before the text is read once for the pattern. */
const MAX_COMPARED = 16;

/** Where a pattern begins in a text, without those places that overlap one before. */
function startsOf(pattern: string, text: string): number[] {
  // The engine's own search is the fastest, but may compare the whole pattern at each place.
  const first = text.indexOf(pattern.slice(0, HEAD));
  if (first === -1) return [];
  return pattern.length > HEAD ? search(pattern, text, first) : searchShort(pattern, text, first);
}

function searchShort(pattern: string, text: string, first: number): number[] {
  const starts: number[] = [];
  for (let start = first; start !== -1;) {
    starts.push(start);
    start = text.indexOf(pattern, start + pattern.length);
  }
  return starts;
}

/** Most heads occur once or twice, and many patterns may have one in the text. */
function search(pattern: string, text: string, first: number): number[] {
  const head = pattern.slice(0, HEAD);
  const starts: number[] = [];
  let at = first;
  for (let compared = 0; at !== -1; compared++) {
    if (compared === MAX_COMPARED) return [...starts, ...searchAll(pattern, text, at)];
    const isFound = text.startsWith(pattern, at);
    if (isFound) starts.push(at);
    at = text.indexOf(head, at + (isFound ? pattern.length : 1));
  }
  return starts;
}

/**
 * The algorithm of Knuth, Morris and Pratt: it never goes back in the text.
 *
 * @see https://doi.org/10.1137/0206024
 */
function searchAll(pattern: string, text: string, from: number): number[] {
  const borders = bordersOf(pattern);
  const starts: number[] = [];
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    matched = advance(pattern, borders, matched, text.charCodeAt(at));
    if (matched < pattern.length) continue;
    starts.push(at + 1 - pattern.length);
    matched = 0;
  }
  return starts;
}

/** For each beginning of a pattern, the length of its longest proper beginning that is also its end. */
function bordersOf(pattern: string): Int32Array {
  const borders = new Int32Array(pattern.length);
  for (let at = 1; at < pattern.length; at++) {
    borders[at] = advance(pattern, borders, borders[at - 1] ?? 0, pattern.charCodeAt(at));
  }
  return borders;
}

/** How much of the pattern matches when this character follows what has matched. */
function advance(pattern: string, borders: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && pattern.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
  return pattern.charCodeAt(length) === unit ? length + 1 : length;
}
