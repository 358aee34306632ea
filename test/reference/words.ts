/** A sentence in the languages of the reference. */
export interface Words {
  readonly en: string;
  readonly zh: string;
}

/** A language of the reference. */
export type Language = keyof Words;

/** The pages of the reference, by language. */
export const PAGES: Readonly<Record<Language, string>> = {
  en: "docs/reference.md",
  zh: "docs/reference.zh.md",
};

/** A member of a type: what it holds, what it is without the author's doing, and what it is for. */
export interface Member extends Words {
  /** As TypeScript writes it. */
  readonly type: string;
  /** As code. */
  readonly default?: string;
}

const TITLES: Readonly<Record<Language, readonly string[]>> = {
  en: ["name", "type", "default", "what it is"],
  zh: ["名称", "类型", "默认值", "含义"],
};

/** Code in a cell: a bar would end the cell. */
export const codeOf = (text: string): string => `\`${text.replaceAll("|", "\\|")}\``;

/** The rows of a table of members. */
export function memberRows(
  members: Readonly<Record<string, Member>>,
  language: Language,
): (readonly string[])[] {
  const rows = Object.entries(members).map(([name, member]) => [
    codeOf(name),
    codeOf(member.type),
    member.default === undefined ? "" : codeOf(member.default),
    member[language],
  ]);
  return [TITLES[language], ...rows];
}
