/** The categories of plugins, in the order of the filter. */
export const CATEGORIES = [
  "message",
  "utility",
  "fun",
  "game",
  "content",
  "command",
  "scheduled",
] as const;

/** The category of a plugin. */
export type Category = (typeof CATEGORIES)[number];

/** The category with this name, if there is one. */
export function categoryOf(name: string | undefined): Category | undefined {
  return CATEGORIES.find((category) => category === name);
}
