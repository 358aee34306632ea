import type { ConfigSchemaItem } from "@botwright/core";
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
    const expected = expectedOf(field);
    if (!expected.isMet(value)) throw refuse(`${key} must be ${expected.inWords}`);
  }
}

interface Expected {
  readonly inWords: string;
  readonly isMet: (value: unknown) => boolean;
}

function expectedOf({ type, options = [] }: ConfigSchemaItem): Expected {
  switch (type) {
    case "number":
      return { inWords: "a number", isMet: (value) => Number.isFinite(value) };
    case "boolean":
      return { inWords: "true or false", isMet: (value) => typeof value === "boolean" };
    case "select": {
      const offered: readonly unknown[] = options.map(({ value }) => value);
      const inWords = `one of ${offered.map(String).join(", ")}`;
      return { inWords, isMet: (value) => offered.includes(value) };
    }
    default:
      return { inWords: "a text", isMet: (value) => typeof value === "string" };
  }
}

function refuse(message: string): ChatPageError {
  return new ChatPageError("INVALID_INPUT", message);
}
