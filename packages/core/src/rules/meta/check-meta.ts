import * as generated from "../../generated/validators.ts";
import type { PluginMeta } from "../../types/plugin-meta.ts";
import type { Assertion, Validation, ValidationIssue } from "../validation/validation.ts";

/**
 * Settings of type `password` that a plugin may have. What is shown of a run is searched for their values,
 * each in some forty forms, which are made for every run.
 */
const MAX_PASSWORDS = 20;

/** Characters of the default of a setting of type `password`, for the same reason. */
const MAX_DEFAULT_LENGTH = 1000;

/**
 * UTF-8 bytes of all defaults of passwords together, as JSON: as many as the passwords that an owner can set. The forms
 * of a kilobyte take up to a millisecond and more to make.
 */
const MAX_PASSWORD_BYTES = 8192;

/**
 * Characters of all defaults together, as JSON: each run begins with writing them. The longest text that an owner can
 * set has room.
 */
const MAX_DEFAULTS_LENGTH = 65_536 + 2;

/** Checks a plugin's declaration and lists every wrong place. */
export function validatePluginMeta(input: unknown): Validation<PluginMeta> {
  const validation = generated.validatePluginMeta(input);
  const issue = validation.success ? findIssue(validation.data) : undefined;
  return issue === undefined ? validation : { success: false, data: input, errors: [issue] };
}

/** Checks a plugin's declaration and ends at the first wrong place: a stranger may have written it. */
export const assertPluginMeta: Assertion<PluginMeta> = (input, createError) => {
  const meta = generated.assertPluginMeta(input, createError);
  const issue = findIssue(meta);
  if (issue !== undefined) throw createError(issue);
  return meta;
};

/** What types cannot say of a declaration. */
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

/** Characters of a value as JSON; 0 of one that has none, which only a trusted plugin can have. */
function lengthOf(value: unknown): number {
  try {
    const json: string | undefined = JSON.stringify(value);
    return json?.length ?? 0;
  } catch {
    return 0;
  }
}
