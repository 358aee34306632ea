import type { ConfigFieldType, ConfigSchemaItem } from "../../types/plugin-meta.ts";
import { shortenText } from "../content/cut-text.ts";
import { isSettingValue, SETTING_TAKES, type SettingTakes } from "./setting-type.ts";

/** Maximum length of a value, in UTF-16 units. */
const MAX_LENGTH: Readonly<Partial<Record<ConfigFieldType, number>>> = {
  text: 10_000,
  textarea: 65_536,
  password: 4096,
};

/** Maximum length of the list of options in an error message, in UTF-16 units. */
const SHOWN_OPTIONS = 200;

const MUST_BE: Readonly<Record<SettingTakes, string>> = {
  number: "must be a number",
  boolean: "must be true or false",
  option: "must be one of its options: ",
  text: "must be a text",
};

/**
 * The settings of a schema, without those that repeat an earlier key, which cannot be set.
 *
 * @example
 * const days = { key: "days", label: "Days", type: "number" } as const;
 * distinctSettings([days, { ...days, label: "More days" }]); // [days]
 */
export function distinctSettings(schema: readonly ConfigSchemaItem[]): readonly ConfigSchemaItem[] {
  const keys = new Set<string>();
  return schema.filter(({ key }) => !keys.has(key) && keys.add(key));
}

/**
 * Describes what is wrong with a value that a user gives to a setting, in words that follow the setting's name;
 * undefined if the value fits.
 *
 * @example
 * findSettingProblem({ key: "days", label: "Days", type: "number" }, "3"); // "must be a number"
 */
export function findSettingProblem(
  { type, options = [] }: ConfigSchemaItem,
  value: unknown,
): string | undefined {
  const takes = SETTING_TAKES[type];
  if (!isSettingValue(takes, value, options)) {
    const named = takes === "option" ? options.map((option) => option.value).join(", ") : "";
    return `${MUST_BE[takes]}${shortenText(named, SHOWN_OPTIONS)}`;
  }
  const longest = MAX_LENGTH[type] ?? Infinity;
  const isLonger = typeof value === "string" && value.length > longest;
  return isLonger ? `must have at most ${longest} characters` : undefined;
}

/**
 * Returns the values that fit a schema. A value without a setting, or of a wrong type, is left out, because a new
 * version of a plugin may have other settings than the version for which the values were given.
 *
 * @example
 * const schema = [{ key: "days", label: "Days", type: "number" }] as const;
 * knownSettings(schema, { days: 3, city: "Berlin" }); // { days: 3 }
 */
export function knownSettings(
  schema: readonly ConfigSchemaItem[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    distinctSettings(schema).flatMap((item) => {
      const value = Object.hasOwn(values, item.key) ? values[item.key] : undefined;
      return value !== undefined && findSettingProblem(item, value) === undefined
        ? [[item.key, value]]
        : [];
    }),
  );
}
