import { isRecord } from "../is-record.ts";
import { valueInWords } from "../validation/value-in-words.ts";
import { isSettingValue, SETTING_TAKES, type SettingTakes } from "./setting-type.ts";
import type { UnusableSettingWarning } from "./meta-warning.ts";

/** The required default, in words. */
const IN_WORDS: Readonly<Record<SettingTakes, string>> = {
  number: "a number",
  boolean: "true or false",
  option: "the value of one of its options",
  text: "a text",
};

/** Like `SETTING_TAKES`, for a type that has not been validated yet. */
const TAKES: ReadonlyMap<unknown, SettingTakes> = new Map(Object.entries(SETTING_TAKES));

/** Finds settings that a host cannot set as they are declared. */
export function findUnusableSettings(schema: readonly unknown[]): UnusableSettingWarning[] {
  const keys = new Set<string>();
  return schema.flatMap((item, index) => {
    if (!isRecord(item)) return [];
    const path = `.config_schema[${index}]`;
    const found = [checkOptions(item, path), checkDefault(item, path)];
    const { key } = item;
    if (typeof key === "string") {
      if (keys.has(key)) found.push(repeated(key, path));
      keys.add(key);
    }
    return found.filter((warning) => warning !== undefined);
  });
}

function repeated(key: string, path: string): UnusableSettingWarning {
  const shown = valueInWords(key);
  return {
    ...at(`${path}.key`, `is ${shown}, as that of an earlier setting: only the first one is set`),
    problem: "repeated-key",
    key: shown,
  };
}

function checkOptions(
  item: Readonly<Record<string, unknown>>,
  path: string,
): UnusableSettingWarning | undefined {
  if (item["type"] !== "select" || optionsOf(item).length > 0) return undefined;
  return {
    ...at(
      path,
      'is a select without options: add options: [{ value: "de", label: "German" }] or the like',
    ),
    problem: "no-options",
  };
}

function checkDefault(
  item: Readonly<Record<string, unknown>>,
  path: string,
): UnusableSettingWarning | undefined {
  const { type, default: value } = item;
  const takes = TAKES.get(type);
  // A select without options has its own warning; `null` is no value.
  if (takes === undefined || value === undefined || value === null) return undefined;
  const options = optionsOf(item);
  if (takes === "option" && options.length === 0) return undefined;
  if (isSettingValue(takes, value, options)) return undefined;
  return {
    ...at(
      `${path}.default`,
      `does not fit the type of its setting, ${String(type)}: use ${IN_WORDS[takes]}`,
    ),
    problem: "default",
    type: String(type),
    takes,
  };
}

function optionsOf(item: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { options } = item;
  return Array.isArray(options) ? options : [];
}

function at(
  path: string,
  what: string,
): Pick<UnusableSettingWarning, "kind" | "path" | "field" | "message"> {
  const field = `meta${path}`;
  return { kind: "unusable-setting", path: `$input${path}`, field, message: `${field} ${what}` };
}
