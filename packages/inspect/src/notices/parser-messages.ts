import { type Sentence, sentence } from "../words/sentence.ts";

/** Messages of the parser without variable parts. */
const PLAIN = [
  { message: "Unterminated string constant", key: "syntax/text" },
  { message: "Unterminated template", key: "syntax/template" },
  { message: "Unterminated template literal", key: "syntax/template" },
  { message: "Unterminated comment", key: "syntax/comment" },
  { message: "Unterminated regular expression", key: "syntax/regex" },
  { message: "'return' outside of function", key: "syntax/return" },
  { message: "Assigning to rvalue", key: "syntax/target" },
  { message: "Invalid number", key: "syntax/number" },
] as const;

/** Messages that contain a name from the file. */
const NAMED = [
  { pattern: /^Identifier '([^']+)' has already been declared$/u, key: "syntax/declared" },
  { pattern: /^The keyword '([^']+)' is reserved$/u, key: "syntax/reserved" },
  { pattern: /^Duplicate export '([^']+)'$/u, key: "syntax/export" },
  { pattern: /^Export '([^']+)' is not defined$/u, key: "syntax/export-of-nothing" },
] as const;

/** The sentence for the parser's message; only the most frequent of its 120 messages have one. */
export function parserMessage(message: string): Sentence {
  const plain = PLAIN.find((one) => one.message === message);
  if (plain !== undefined) return sentence(plain.key);
  for (const { pattern, key } of NAMED) {
    const [, name] = pattern.exec(message) ?? [];
    if (name !== undefined) return sentence(key, { name });
  }
  const [, character] = /^Unexpected character '(.+)'$/u.exec(message) ?? [];
  return character === undefined
    ? sentence("syntax/other", { message })
    : sentence("syntax/character", { character });
}
