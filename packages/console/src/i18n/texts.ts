/** Texts of one area of the console, in both languages. */
export interface Texts<Key extends string> {
  readonly en: Readonly<Record<Key, string>>;
  readonly zh: Readonly<Record<Key, string>>;
}

/**
 * Puts the texts of an area together; a key that one language lacks does not compile. `{name}` is filled in.
 *
 * @example
 * export const bots = texts({ "bots.title": "Bots" }, { "bots.title": "机器人" });
 */
export function texts<Key extends string>(
  en: Readonly<Record<Key, string>>,
  zh: Readonly<Record<NoInfer<Key>, string>>,
): Texts<Key> {
  return { en, zh };
}
