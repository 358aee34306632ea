import { normalizeText } from "../content/fold-text.ts";
import { LIMITS } from "../limits.ts";

/** The slug of a plugin without a usable name. */
const NAMELESS = "plugin";
const EXTENSION = /\.[cm]?[jt]sx?$/iu;

/**
 * Makes a slug from a name: lower-case letters, digits and hyphens; `undefined` when no usable character is left.
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
 * Makes the slug of a plugin file that declares none from the file's name, so that the plugin keeps its storage when
 * its code changes. Without a path or a usable name, the slug is `plugin`.
 *
 * @example
 * slugOfFile("/bots/Dice.mjs"); // dice
 */
export function slugOfFile(path?: string): string {
  const name = path?.split(/[/\\]/u).at(-1) ?? "";
  return toSlug(name.replace(EXTENSION, "")) ?? NAMELESS;
}
