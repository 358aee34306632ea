import {
  type ConfigSchemaItem,
  distinctSettings,
  findSettingProblem,
  invalidInput,
  knownSettings,
} from "@botwright/core";

/** Settings by their keys. */
type Values = Readonly<Record<string, unknown>>;

/** The settings of an installation, as they are stored. */
export interface StoredConfig {
  readonly open: Values;
  /** Those of type `password`. */
  readonly hidden: Values;
}

/** Bytes of all settings of an installation. */
const MAX_BYTES = 131_072;

/**
 * Bytes of its passwords, as JSON: for each run, they are looked for in what is shown, in some thirty forms, which takes
 * a millisecond for a kilobyte.
 */
const MAX_PASSWORD_BYTES = 8192;

/**
 * Changes settings by what a user has sent: a key that was not sent stays as it is, `null` takes the value
 * away, so that the default holds again. Keys that the schema does not have are ignored, and values of an
 * earlier version that no longer fit are left out.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the setting
 * @example
 * changeConfig(schema, { open: {}, hidden: {} }, { city: "Berlin" }); // { open: { city: "Berlin" }, hidden: {} }
 */
export function changeConfig(
  schema: readonly ConfigSchemaItem[],
  stored: StoredConfig,
  sent: Values,
): StoredConfig {
  const before = usedValues(schema, stored);
  const open: [string, unknown][] = [];
  const hidden: [string, unknown][] = [];
  for (const item of distinctSettings(schema)) {
    const { key, type } = item;
    const value = Object.hasOwn(sent, key) ? sent[key] : undefined;
    if (value !== undefined && value !== null) assertValue(item, value);
    const next = value === undefined && Object.hasOwn(before, key) ? before[key] : value;
    if (next !== undefined && next !== null)
      (type === "password" ? hidden : open).push([key, next]);
  }
  const config = { open: Object.fromEntries(open), hidden: Object.fromEntries(hidden) };
  if (sizeOf(config) > MAX_BYTES) throw invalidInput(`config has more than ${MAX_BYTES} bytes`);
  if (sizeOf(config.hidden) <= MAX_PASSWORD_BYTES) return config;
  throw invalidInput(`the passwords of config have more than ${MAX_PASSWORD_BYTES} bytes`);
}

/**
 * The settings with which a version runs. What was entered as a password is used as one only: a version that declares it
 * as a text would show it.
 */
export function usedValues(
  schema: readonly ConfigSchemaItem[],
  { open, hidden }: StoredConfig,
): Record<string, unknown> {
  const passwords = distinctSettings(schema).filter(({ type }) => type === "password");
  return { ...knownSettings(schema, open), ...knownSettings(passwords, hidden) };
}

/** A schema as it is shown: a password's default stands in the plugin's file, and on no page all the same. */
export function shownSchema(schema: readonly ConfigSchemaItem[]): ConfigSchemaItem[] {
  return schema.map((item) => (item.type === "password" ? { ...item, default: undefined } : item));
}

function assertValue(item: ConfigSchemaItem, value: unknown): void {
  const problem = findSettingProblem(item, value);
  if (problem !== undefined) throw invalidInput(`config.${item.key} ${problem}`);
}

function sizeOf(values: object): number {
  return Buffer.byteLength(JSON.stringify(values));
}
