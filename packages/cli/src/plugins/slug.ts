import nodePath, { type PlatformPath } from "node:path";
import { toSlug as slugOfName } from "@botwright/core";

/**
 * Makes a plugin's slug from the name of its folder: lower-case letters, digits and hyphens.
 * `undefined` when no usable character is left.
 *
 * @param paths the path rules of the operating system
 */
export function toSlug(folder: string, paths: PlatformPath = nodePath): string | undefined {
  return slugOfName(paths.basename(paths.normalize(folder)));
}

/** Whether hosts accept this slug: 2 to 64 lower-case letters, digits and hyphens. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{2,64}$/.test(text);
}

/** `my-plugin` → `My plugin`. */
export function toTitle(slug: string): string {
  const words = slug.replaceAll("-", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
