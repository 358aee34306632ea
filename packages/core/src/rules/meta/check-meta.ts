import * as generated from "../../generated/validators.ts";
import type { PluginMeta } from "../../types/plugin-meta.ts";
import type { Assertion, Validation, ValidationIssue } from "../validation/validation.ts";

/**
 * Maximum settings of type `password`. Their values are searched for in everything that is shown of a run, each in
 * about forty forms, which are created for every run.
 */
export const MAX_PASSWORDS = 20;

/** Maximum length of the default of a `password` setting, for the same reason. */
export const MAX_DEFAULT_LENGTH = 1000;

/**
 * Maximum UTF-8 bytes of the defaults of all passwords together, as JSON; the passwords that an owner sets have the
 * same maximum. Creating the forms of 1 KB can take more than a millisecond.
 */
export const MAX_PASSWORD_BYTES = 8192;

/**
 * Maximum length of all defaults together, as JSON, because each run begins with writing them. The longest text that
 * an owner can set fits.
 */
export const MAX_DEFAULTS_LENGTH: number = 65_536 + 2;

/** Validates a plugin's declaration and lists every error. */
export function validatePluginMeta(input: unknown): Validation<PluginMeta> {
  const validation = generated.validatePluginMeta(input);
  const issue = validation.success ? findIssue(validation.data) : undefined;
  return issue === undefined ? validation : { success: false, data: input, errors: [issue] };
}

/** Validates a plugin's declaration and stops at the first error, because a stranger may have written it. */
export const assertPluginMeta: Assertion<PluginMeta> = (input, createError) => {
  const meta = generated.assertPluginMeta(input, createError);
  const issue = findIssue(meta);
  if (issue !== undefined) throw createError(issue);
  return meta;
};

/** Finds an error that the types cannot express. */
function findIssue(meta: PluginMeta): ValidationIssue | undefined {
  return findPasswordIssue(meta) ?? findSizeIssue(meta);
}

function findPasswordIssue({
  config_schema: schema = [],
}: PluginMeta): ValidationIssue | undefined {
  let passwords = 0;
  let bytes = 0;
  for (const [place, { type, default: value }] of schema.entries()) {
    if (type !== "password") continue;
    if (++passwords > MAX_PASSWORDS) {
      const expected = `at most ${MAX_PASSWORDS} passwords`;
      return { path: "$input.config_schema", expected, value: schema };
    }
    const path = `$input.config_schema[${place}].default`;
    if (!isPasswordDefault(value)) {
      const expected = `a text of at most ${MAX_DEFAULT_LENGTH} characters, because it is a password`;
      return { path, expected, value };
    }
    if (typeof value === "string") bytes += Buffer.byteLength(JSON.stringify(value));
    if (bytes <= MAX_PASSWORD_BYTES) continue;
    const expected = `with the defaults of all passwords, at most ${MAX_PASSWORD_BYTES} bytes of JSON`;
    return { path, expected, value };
  }
  return undefined;
}

function isPasswordDefault(value: unknown): boolean {
  if (typeof value === "string") return value.length <= MAX_DEFAULT_LENGTH;
  return typeof value !== "object" || value === null;
}

function findSizeIssue({ config_schema: schema = [] }: PluginMeta): ValidationIssue | undefined {
  let length = 0;
  for (const [place, { default: value }] of schema.entries()) {
    length += lengthOf(value);
    if (length <= MAX_DEFAULTS_LENGTH) continue;
    const expected = `with the other defaults, at most ${MAX_DEFAULTS_LENGTH} characters of JSON`;
    return { path: `$input.config_schema[${place}].default`, expected, value };
  }
  return undefined;
}

/** Length of a value's JSON; 0 for a value without JSON, which only a trusted plugin can have. */
function lengthOf(value: unknown): number {
  try {
    const json: string | undefined = JSON.stringify(value);
    return json?.length ?? 0;
  } catch {
    return 0;
  }
}
