import {
  assertPluginMeta,
  MAX_DEFAULT_LENGTH,
  MAX_DEFAULTS_LENGTH,
  MAX_PASSWORD_BYTES,
  MAX_PASSWORDS,
} from "./check-meta.ts";
import { InvalidInputError, PluginError } from "../../types/errors.ts";
import { PLATFORMS } from "../../types/platform.ts";
import type { PluginMeta } from "../../types/plugin-meta.ts";
import { orList } from "../validation/type-in-words.ts";
import { type AssertionIssue, runAssertion } from "../validation/validation.ts";
import { preview, valueInWords } from "../validation/value-in-words.ts";

/** The paths of a type: members after a dot, items of lists as `[]`. */
type PathsOf<T> = T extends readonly (infer Item)[]
  ? "[]" | `[]${PathsOf<Item>}`
  : T extends object
    ? {
        [Key in keyof T & string]-?: `.${Key}` | `.${Key}${PathsOf<NonNullable<T[Key]>>}`;
      }[keyof T & string]
    : never;

/** Every path of `meta` that can be wrong. */
export type MetaPath = "" | PathsOf<PluginMeta>;

const TEXT = (most: number): string => `use a text of at most ${most} characters`;
const TRUTH = "use true or false";
const OPTION = 'use { value, label }, such as { value: "de", label: "German" }';
const SCHEMA_ITEM =
  'use { key, label, type }, such as { key: "city", label: "City", type: "text" }';
const quoted = (names: readonly string[]): string => orList(names.map((name) => `"${name}"`));
const HOST = 'use a host name of at most 253 characters such as "api.example.com"';

/** The required value at each path of `meta`, in words for authors. */
export const META_WORDS: Readonly<Record<MetaPath, string>> = {
  "": 'use an object such as { slug: "echo", name: "Echo" }',
  ".slug": "use 2 to 64 of a–z, 0–9 and -",
  ".name": TEXT(200),
  ".description": TEXT(1000),
  ".icon": "use an emoji, as a text of at most 32 characters",
  ".category": `use ${quoted(["message", "utility", "fun", "game", "content", "command", "scheduled"])}`,
  ".version": 'use a text of at most 64 characters such as "1.0.0"',
  ".triggers": 'use a list of at most 200 texts such as ["help"]',
  ".triggers[]": TEXT(200),
  ".config_schema": `use a list of at most 100 { key, label, type }, at most ${MAX_PASSWORDS} of them with the type "password"`,
  ".config_schema[]": SCHEMA_ITEM,
  ".config_schema[].key": "use a text of at most 100 characters: the name of the value in config",
  ".config_schema[].label": TEXT(1000),
  ".config_schema[].type": `use ${quoted(["text", "password", "number", "boolean", "textarea", "select"])}`,
  ".config_schema[].placeholder": TEXT(1000),
  ".config_schema[].default": `use at most ${MAX_DEFAULTS_LENGTH} characters of JSON for all defaults, for a password a text of at most ${MAX_DEFAULT_LENGTH} characters, for all passwords at most ${MAX_PASSWORD_BYTES} bytes, or leave it out`,
  ".config_schema[].options": "use a list of at most 200 { value, label }",
  ".config_schema[].options[]": OPTION,
  ".config_schema[].options[].value":
    "use a text of at most 1000 characters, a number, true or false",
  ".config_schema[].options[].label": TEXT(200),
  ".priority": "use a whole number from 0 to 1000",
  ".permissions": 'use an object such as { hosts: ["api.example.com"], ai: true }',
  ".permissions.hosts": 'use a list of at most 100 host names such as ["api.example.com"]',
  ".permissions.hosts[]": HOST,
  ".permissions.creds": 'use a list of at most 100 platforms such as ["feishu"]',
  ".permissions.creds[]": `use ${quoted(PLATFORMS)}`,
  ".permissions.ai": TRUTH,
  ".permissions.search": TRUTH,
  ".permissions.media": TRUTH,
  ".permissions.proactive": TRUTH,
};

/** An error at a path of `meta`, in parts for a sentence. */
export interface MetaIssue {
  /** The path, as `meta.slug`. */
  readonly field: string;
  /** The wrong value: a text in quotes, a number, or a kind such as `a list`. */
  readonly value: string;
  /** The path as a key of {@link META_WORDS}, which says what is required. */
  readonly takes: MetaPath;
}

/** Splits a validator's issue about `meta` into parts for a sentence in any language. */
export function parseMetaIssue(issue: AssertionIssue, subject = "meta"): MetaIssue {
  const path = (issue.path ?? "").replace(/^\$input/u, "");
  const known = path.replaceAll(/\[\d+\]/gu, "[]");
  return {
    field: preview(subject + path),
    value: valueInWords(issue.value),
    takes: isMetaPath(known) ? known : "",
  };
}

function isMetaPath(path: string): path is MetaPath {
  return Object.hasOwn(META_WORDS, path);
}

/**
 * Describes an error at a path of `meta`.
 *
 * @example
 * describeMetaIssue({ path: "$input.slug", expected: "…", value: "m" });
 * // meta.slug is "m": use 2 to 64 of a–z, 0–9 and -
 */
export function describeMetaIssue(issue: AssertionIssue, subject = "meta"): string {
  const { field, value, takes } = parseMetaIssue(issue, subject);
  return `${field} is ${value}: ${META_WORDS[takes]}`;
}

/**
 * Validates a plugin's declaration and returns it; the error names the first wrong path and what is required there.
 *
 * @throws {InvalidInputError} `INVALID_INPUT`
 * @example
 * assertMeta({ slug: "m" }); // throws: meta.slug is "m": use 2 to 64 of a–z, 0–9 and -
 */
export function assertMeta(value: unknown, subject = "meta"): PluginMeta {
  return runAssertion(subject, assertPluginMeta, value, {
    describe: (issue) => describeMetaIssue(issue, subject),
    refuse: (message, cause) => new InvalidInputError(message, { code: "INVALID_INPUT", cause }),
  });
}

/** Creates the error of a file that exports no `handler`. */
export function missingHandler(): PluginError {
  const message = "the plugin exports no handler: write `export async function handler(ctx) {…}`";
  return new PluginError(message, { code: "PLUGIN_NO_HANDLER" });
}
