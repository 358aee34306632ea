import { describeMetaIssue, type PluginMeta, validatePluginMeta } from "@botwright/core";
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

const OPTIONS = ["title", "description", "trigger"] as const;

const DECLARED: Readonly<Record<keyof NewPluginOptions, (value: string) => PluginMeta>> = {
  title: (name) => ({ name }),
  description: (description) => ({ description }),
  trigger: (trigger) => ({ triggers: [trigger] }),
};

/** Why hosts would refuse the value, by the rules of `meta`; `undefined` for one that they accept. */
export function problemOf(option: keyof NewPluginOptions, value: string): string | undefined {
  if (value.trim() === "") return "This cannot be empty";
  const validation = validatePluginMeta(DECLARED[option](value));
  const [issue] = validation.success ? [] : validation.errors;
  return issue && describeMetaIssue(issue);
}

/** Fills in defaults. @throws {UsageError} without a usable name, and for a value that hosts refuse */
export function describePlugin(
  name: string | undefined,
  { title, description, trigger }: NewPluginOptions,
): NewPlugin {
  if (name === undefined) throw new UsageError("Say what it is called: botwright new my-plugin");
  const slug = toSlug(name);
  if (slug === undefined) {
    throw new UsageError(
      `"${name}" makes no slug: use a name with letters a to z, digits and hyphens, as in botwright new my-plugin`,
    );
  }
  const given = { title, description, trigger };
  for (const option of OPTIONS) {
    const value = given[option];
    const problem = value === undefined ? undefined : problemOf(option, value);
    if (problem !== undefined) throw new UsageError(`--${option}: ${problem}`);
  }
  return {
    folder: name,
    slug,
    title: title ?? toTitle(slug),
    description: description ?? "Counts how often a person says its word.",
    // Lower case, because messages are compared in lower case.
    trigger: (trigger ?? slug).trim().toLowerCase(),
  };
}
