import type { Finding } from "../finding.ts";
import type { FindingWords } from "./english.ts";
import { wordSentence } from "./sentence.ts";

/** Formats a finding in a language; in English if the language lacks its sentence. */
export function wordFinding(
  { sentence, message, morePlaces }: Finding,
  words: FindingWords,
): string {
  const worded = sentence && wordSentence(sentence, words);
  if (worded === undefined) return message;
  return morePlaces === undefined
    ? worded
    : worded + words.more.replace("{places}", String(morePlaces));
}
