import { escapeCharacters, type MetaPath, shortenText } from "@botwright/core";
import type {
  EnglishMessages,
  EnglishTerms,
  FindingWords,
  MessageKey,
  TermKey,
} from "./english.ts";

/** The sentence of a finding, independent of a language. */
export interface Sentence {
  /** A stable key; the table of each language has its text. */
  readonly key: string;
  /** The values for the placeholders: a text from the file, a number, a key of a term, or a list. */
  readonly values: { readonly [name: string]: SentenceValue };
}

/** The value of a placeholder. */
export type SentenceValue = string | number | readonly string[];

/** The placeholders of a text. Braces that contain a space are code. */
type Placeholder<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? (Inner extends `${string} ${string}` ? never : Inner) | Placeholder<Rest>
  : never;

type NameOf<Found extends string> = Found extends `${"#" | "@"}${infer Name}` ? Name : Found;
type ValueOf<Found extends string> = Found extends `#${string}`
  ? TermKey | readonly TermKey[]
  : Found extends `@${string}`
    ? MetaPath
    : SentenceValue;

type Filled<Text extends string> = {
  readonly [Found in Placeholder<Text> as NameOf<Found>]: ValueOf<Found>;
};

/** The values that a sentence needs; its terms may need more. */
type Values<Key extends MessageKey> = Filled<EnglishMessages[Key]> &
  Partial<Filled<EnglishTerms[TermKey]>>;

/** The sentences without placeholders. */
type PlainKey = {
  [Key in MessageKey]: Placeholder<EnglishMessages[Key]> extends never ? Key : never;
}[MessageKey];

/** The most characters of a value, because the author of a file chooses its names. */
const MAX_VALUE = 400;

/** Creates the sentence of a finding. */
export function sentence(key: PlainKey): Sentence;
export function sentence<Key extends MessageKey>(key: Key, values: Values<Key>): Sentence;
export function sentence(
  key: string,
  values: Readonly<Record<string, SentenceValue>> = {},
): Sentence {
  const entries = Object.entries(values).map(([name, value]) => [name, shown(value)] as const);
  return { key, values: Object.fromEntries(entries) };
}

function shown(value: SentenceValue): SentenceValue {
  if (typeof value === "number") return value;
  return typeof value === "string"
    ? shortenText(withoutControls(value.slice(0, MAX_VALUE + 1)), MAX_VALUE)
    : value.map((item) => withoutControls(item));
}

/** Characters that control a terminal, end a line, or change the direction of a text. */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Escapes the control characters in a stranger's text, so that a terminal shows it literally. */
export function withoutControls(text: string): string {
  return escapeCharacters(text, CONTROL);
}

/**
 * Formats a sentence in a language.
 *
 * @returns `undefined` for a key that the language lacks, for example one that another release has stored
 */
export function wordSentence(
  { key, values }: Sentence,
  { messages, terms, meta, comma }: FindingWords,
): string | undefined {
  const fill = (text: string, depth: number): string =>
    text.replaceAll(/\{([#@]?)(\w+)\}/gu, (whole, table: string, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return whole;
      if (typeof value === "number") return String(value);
      const items = typeof value === "string" ? [value] : value;
      if (table === "") return items.join(comma);
      const words = table === "@" ? meta : terms;
      const worded = items.map((item) => lookUp(words, item) ?? item);
      return depth === 0 ? worded.join(comma) : fill(worded.join(comma), depth - 1);
    });
  const text = lookUp(messages, key);
  return text === undefined ? undefined : fill(text, 2);
}

function lookUp(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
