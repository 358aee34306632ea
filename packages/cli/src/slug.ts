import nodePath, { type PlatformPath } from "node:path";

/**
 * The name that a plugin gets from the folder it is made in: lower-case letters, digits and hyphens.
 * `undefined` when nothing usable is left.
 *
 * @param paths how paths are written here
 */
export function toSlug(folder: string, paths: PlatformPath = nodePath): string | undefined {
  const slug = paths
    .basename(paths.normalize(folder))
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, LONGEST)
    .replace(/-+$/, "");
  // Hosts want two characters.
  const long = slug.length === 1 ? `plugin-${slug}` : slug;
  return isSlug(long) ? long : undefined;
}

/** Whether hosts take it: 2 to 64 lower-case letters, digits and hyphens. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{2,64}$/.test(text);
}

/** `my-plugin` → `My plugin`. */
export function toTitle(slug: string): string {
  const words = slug.replaceAll("-", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const LONGEST = 64;
