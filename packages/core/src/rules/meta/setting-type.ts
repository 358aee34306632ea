import type { ConfigFieldType } from "../../types/plugin-meta.ts";
import { isRecord } from "../is-record.ts";

/** The kind of value that a setting takes; `option` stands for the value of one of its options. */
export type SettingTakes = "number" | "boolean" | "option" | "text";

/**
 * The kind of value that a setting of each type takes.
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
 * Whether a setting takes the value; the length of a text is not checked.
 *
 * @param options the options of a `select`
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
