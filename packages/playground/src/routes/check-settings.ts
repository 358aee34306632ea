import { type ConfigSchemaItem, isSettingValue, SETTING_TAKES } from "@botwright/core";
import { ChatPageError } from "../errors.ts";

/**
 * Checks values of settings against the fields that a plugin declares.
 *
 * @throws {ChatPageError} `INVALID_INPUT` naming the setting and what it takes
 */
export function checkSettings(
  fields: readonly ConfigSchemaItem[],
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [key, value] of Object.entries(values)) {
    const field = fields.find((one) => one.key === key);
    if (field === undefined) throw refuse(`there is no setting "${key}"`);
    // `null` sets it back to its default.
    if (value === null) continue;
    if (!isSettingValue(SETTING_TAKES[field.type], value, field.options ?? []))
      throw refuse(`${key} must be ${expectedOf(field)}`);
  }
}

function expectedOf({ type, options = [] }: ConfigSchemaItem): string {
  switch (SETTING_TAKES[type]) {
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "option":
      return `one of ${options.map(({ value }) => String(value)).join(", ")}`;
    default:
      return "a text";
  }
}

function refuse(message: string): ChatPageError {
  return new ChatPageError("INVALID_INPUT", message);
}
