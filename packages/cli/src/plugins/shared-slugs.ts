import type { PluginMeta } from "@botwright/core";

/**
 * For each file whose slug is not unique, the other files with the same slug: a bot accepts only one of
 * them, because plugins with one slug would share storage and settings.
 *
 * @example
 * findSharedSlugs([{ file: "a.js", meta: { slug: "dice" } }, { file: "b.js", meta: { slug: "dice" } }]);
 * // Map { "a.js" => ["b.js"], "b.js" => ["a.js"] }
 */
export function findSharedSlugs(
  files: readonly { readonly file: string; readonly meta: PluginMeta | null }[],
): ReadonlyMap<string, readonly string[]> {
  const bySlug = Map.groupBy(files, ({ meta }) => meta?.slug);
  const shared = new Map<string, readonly string[]>();
  for (const [slug, same] of bySlug) {
    if (slug === undefined || same.length < 2) continue;
    for (const { file } of same) {
      shared.set(
        file,
        same.flatMap((other) => (other.file === file ? [] : [other.file])),
      );
    }
  }
  return shared;
}
