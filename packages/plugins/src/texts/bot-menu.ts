import type { Language } from "../shared/language.ts";

interface Texts {
  readonly title: string;
  readonly self: string;
}

/** What the menu says of itself. */
export const texts: Readonly<Record<Language, Texts>> = {
  zh: { title: "我能做这些：", self: "菜单 / 帮助：显示这份菜单" },
  en: { title: "This is what I can do:", self: "menu / help: shows this list" },
};
