import type { ConfigFieldType } from "../../types/plugin-meta.ts";
import { isRecord } from "../is-record.ts";

/** What a setting takes: an `option` is the value of one of its options. */
export type SettingTakes = "number" | "boolean" | "option" | "text";

/**
 * What a setting of each type takes.
 *
 * @example
 * SETTING_TAKES.select; // "option"
 */
export const SETTING_TAKES: Readonly<Record<ConfigFieldType, SettingTakes>> = {
  number: "number",
  boolean: "boolean",
  select: "option",
  text: "text",
  password: "text",
  textarea: "text",
};

/**
 * Whether a setting takes the value, whatever the length of a text.
 *
 * @param options of a `select`
 * @example
 * isSettingValue("option", "de", [{ value: "de", label: "German" }]); // true
 */
export function isSettingValue(
  takes: SettingTakes,
  value: unknown,
  options: readonly unknown[],
): boolean {
  switch (takes) {
    case "number":
      return Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "option":
      return options.some((option) => isRecord(option) && option["value"] === value);
    default:
      return typeof value === "string";
  }
}
