import { META_WORDS, type MetaPath, parseMetaIssue, validatePluginMeta } from "@botwright/core";
import { UsageError } from "../exit.ts";
import { toSlug, toTitle } from "./slug.ts";

/** The values of a plugin that is about to be created. */
export interface NewPlugin {
  readonly folder: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly trigger: string;
}

/** The values from the options. */
export interface NewPluginOptions {
  readonly title?: string;
  readonly description?: string;
  readonly trigger?: string;
}

/** The options whose values become part of the declaration. */
const OPTIONS: Partial<Record<MetaPath, string>> = {
  ".name": "--title",
  ".description": "--description",
  ".triggers[]": "--trigger",
};

/** Fills in defaults. @throws {UsageError} without a usable name, or for a value that a host would refuse */
export function describePlugin(name: string | undefined, options: NewPluginOptions): NewPlugin {
  const { title, description, trigger } = options;
  for (const option of ["title", "description", "trigger"] as const) {
    if (options[option]?.trim() === "") {
      throw new UsageError(`--${option} is empty: write a text, or leave the option out`);
    }
  }
  if (name === undefined) throw new UsageError("Say what it is called: botwright new my-plugin");
  const slug = toSlug(name);
  if (slug === undefined) {
    throw new UsageError(
      `"${name}" makes no slug: use a name with letters a to z, digits and hyphens, as in botwright new my-plugin`,
    );
  }
  const plugin = {
    folder: name,
    slug,
    title: title ?? toTitle(slug),
    description: description ?? "Counts how often a person says its word.",
    // Lower case, because messages are compared in lower case.
    trigger: (trigger ?? slug).trim().toLowerCase(),
  };
  assertTaken(plugin);
  return plugin;
}

/** Refuses what a host would refuse. */
function assertTaken({ slug, title, description, trigger }: NewPlugin): void {
  const checked = validatePluginMeta({ slug, name: title, description, triggers: [trigger] });
  const [issue] = checked.success ? [] : checked.errors;
  if (issue === undefined) return;
  const { value, takes } = parseMetaIssue(issue);
  throw new UsageError(`${OPTIONS[takes] ?? takes} is ${value}: ${META_WORDS[takes]}`);
}
