import { InvalidInputError } from "../types/errors.ts";
import { DEFAULT_PRIORITIES, LIMITS } from "../rules/limits.ts";
import type { Installation, Plugin } from "../ports/plugin.ts";
import type { PluginMeta } from "../types/plugin-meta.ts";
import { isObject } from "../rules/is-object.ts";
import { assertMeta, describeMetaIssue } from "../rules/meta/words.ts";
import { invalidInput } from "../rules/validation/validation.ts";

/**
 * The priority of a plugin: its own, otherwise that of the default table for its slug or its category, otherwise 70.
 *
 * @example
 * defaultPriority({ slug: "ai-chat" }); // 100
 */
export function defaultPriority(meta: PluginMeta): number {
  return (
    meta.priority ?? lookUp(meta.slug) ?? lookUp(meta.category) ?? LIMITS.plugin.defaultPriority
  );
}

function lookUp(name: string | undefined): number | undefined {
  return name !== undefined && Object.hasOwn(DEFAULT_PRIORITIES, name)
    ? DEFAULT_PRIORITIES[name]
    : undefined;
}

/**
 * Sorts installations in the order in which they run: ascending priority, equal ones in the given order.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path of an invalid plugin; `DUPLICATE_SLUG` when
 * two have one slug, because they would share storage, settings and journal.
 */
export function orderInstallations(
  plugins: readonly (Plugin | Installation)[],
): readonly Installation[] {
  const installations = plugins.map(toInstallation);
  const slugs = new Set<string>();
  for (const [index, { plugin, priority }] of installations.entries()) {
    const path = `plugins[${index}]`;
    if (typeof plugin?.handler !== "function")
      throw invalidInput(`${path}.handler must be a function`);
    const { slug } = assertMeta(plugin.meta, `${path}.meta`);
    if (slug === undefined) throw missingSlug(`${path}.meta`);
    if (priority !== undefined) assertMeta({ priority }, path);
    if (slugs.has(slug)) throw duplicateSlug(slug);
    slugs.add(slug);
  }
  return installations.toSorted((a, b) => priorityOf(a) - priorityOf(b));
}

function toInstallation(item: Plugin | Installation, index: number): Installation {
  if (!isObject(item)) {
    throw invalidInput(`plugins[${index}] must be a plugin, as definePlugin and sandbox.load make`);
  }
  if (item instanceof Promise) {
    throw invalidInput(`plugins[${index}] is a promise: write await in front of sandbox.load(…)`);
  }
  return "plugin" in item ? item : { plugin: item };
}

function missingSlug(subject: string): InvalidInputError {
  return invalidInput(describeMetaIssue({ path: "$input.slug", expected: "string" }, subject));
}

function duplicateSlug(slug: string): InvalidInputError {
  return new InvalidInputError(
    `two plugins of this bot have the slug ${slug}: remove one, or give it another slug`,
    { code: "DUPLICATE_SLUG" },
  );
}

function priorityOf({ plugin, priority }: Installation): number {
  return priority ?? defaultPriority(plugin.meta);
}
