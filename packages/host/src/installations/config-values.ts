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
  /** The settings of type `password`. */
  readonly hidden: Values;
}

/** The most bytes of all settings of an installation. */
const MAX_BYTES = 131_072;

/**
 * The most bytes of an installation's passwords, as JSON. For each run, the redactor searches all that is shown for
 * them in about thirty forms, which takes a millisecond per kilobyte.
 */
const MAX_PASSWORD_BYTES = 8192;

/**
 * Applies what a user has sent to stored settings. A key that was not sent keeps its value; `null` removes it, so
 * that the default applies again. Keys that the schema does not have are ignored. Values of an earlier version that do
 * not fit the schema any more are dropped.
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
 * The settings with which a version runs. A value that was entered as a password is used only as a password: a version
 * that declares the key as a text could show it.
 */
export function usedValues(
  schema: readonly ConfigSchemaItem[],
  { open, hidden }: StoredConfig,
): Record<string, unknown> {
  const passwords = distinctSettings(schema).filter(({ type }) => type === "password");
  return { ...knownSettings(schema, open), ...knownSettings(passwords, hidden) };
}

/** The schema without the defaults of passwords: they are in the plugin's file, but no page shows them. */
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
