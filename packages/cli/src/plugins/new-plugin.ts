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

/** Fills in defaults. @throws {UsageError} without a usable name */
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
  return {
    folder: name,
    slug,
    title: title ?? toTitle(slug),
    description: description ?? "Counts how often a person says its word.",
    // Lower case, because messages are compared in lower case.
    trigger: (trigger ?? slug).trim().toLowerCase(),
  };
}
