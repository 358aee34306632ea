import type { Language } from "../shared/language.ts";

interface Texts {
  readonly greeting: string;
}

/** The greeting of an owner who has written none. */
export const texts: Readonly<Record<Language, Texts>> = {
  zh: { greeting: "你好！很高兴认识你。发送“菜单”看看我能做什么。" },
  en: { greeting: "Hello! Nice to meet you. Send “menu” to see what I can do." },
};
