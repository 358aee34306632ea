import * as generated from "../../generated/validators.ts";
import type { PluginMeta } from "../../types/plugin-meta.ts";
import type { Assertion, Validation, ValidationIssue } from "../validation/validation.ts";

/**
 * Settings of type `password` that a plugin may have. What is shown of a run is searched for each of their
 * values in some forty forms.
 */
const MOST_PASSWORDS = 20;

/** Checks a plugin's declaration and lists every wrong place. */
export function validatePluginMeta(input: unknown): Validation<PluginMeta> {
  const validation = generated.validatePluginMeta(input);
  if (!validation.success || !hasTooManyPasswords(validation.data)) return validation;
  return { success: false, data: input, errors: [tooManyPasswords(validation.data)] };
}

/** Checks a plugin's declaration and ends at the first wrong place: a stranger may have written it. */
export const assertPluginMeta: Assertion<PluginMeta> = (input, createError) => {
  const meta = generated.assertPluginMeta(input, createError);
  if (hasTooManyPasswords(meta)) throw createError(tooManyPasswords(meta));
  return meta;
};

function hasTooManyPasswords({ config_schema: schema = [] }: PluginMeta): boolean {
  return schema.filter(({ type }) => type === "password").length > MOST_PASSWORDS;
}

function tooManyPasswords({ config_schema: value }: PluginMeta): ValidationIssue {
  return { path: "$input.config_schema", expected: `at most ${MOST_PASSWORDS} passwords`, value };
}
