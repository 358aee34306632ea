import { normalizeText } from "../content/fold-text.ts";
import { LIMITS } from "../limits.ts";

/** The slug of a plugin that has no name at all. */
const NAMELESS = "plugin";
const EXTENSION = /\.[cm]?[jt]sx?$/iu;

/**
 * The slug that a name makes: lower-case letters, digits and hyphens; `undefined` when nothing usable is left.
 *
 * @example
 * toSlug("My Plugin!"); // my-plugin
 */
export function toSlug(name: string): string | undefined {
  const slug = normalizeText(name, "NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, LIMITS.plugin.slugMax)
    .replace(/-+$/, "");
  // A slug has at least two characters.
  return slug.length === 1 ? `${NAMELESS}-${slug}` : slug || undefined;
}

/**
 * The slug of a plugin file that declares none: its name, so that its storage stays its own when the code
 * changes. Without a path, or when nothing of the name is left, it is `plugin`.
 *
 * @example
 * slugOfFile("/bots/Dice.mjs"); // dice
 */
export function slugOfFile(path?: string): string {
  const name = path?.split(/[/\\]/u).at(-1) ?? "";
  return toSlug(name.replace(EXTENSION, "")) ?? NAMELESS;
}
