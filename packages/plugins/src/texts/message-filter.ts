import type { Language } from "../shared/language.ts";

interface Texts {
  readonly refused: string;
}

/** The answer to a person whose message the filter has stopped. */
export const texts: Readonly<Record<Language, Texts>> = {
  zh: { refused: "这条消息包含不允许的内容。" },
  en: { refused: "This message contains something that is not allowed here." },
};
