import { type ConfigSchemaItem, findSettingProblem } from "@botwright/core";
import { ChatPageError } from "../errors.ts";

/**
 * Checks values of settings against the fields that a plugin declares.
 *
 * @throws {ChatPageError} `INVALID_INPUT` naming the setting and the values that it accepts
 */
export function checkSettings(
  fields: readonly ConfigSchemaItem[],
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [key, value] of Object.entries(values)) {
    const field = fields.find((one) => one.key === key);
    if (field === undefined) throw refuse(`there is no setting "${key}"`);
    // `null` resets a setting to its default.
    const problem = value === null ? undefined : findSettingProblem(field, value);
    if (problem !== undefined) throw refuse(`${key} ${problem}`);
  }
}

function refuse(message: string): ChatPageError {
  return new ChatPageError("INVALID_INPUT", message);
}
