import { type BindingCredentials, type BindingField, InvalidInputError } from "@botwright/core";
import { objectOf, type WireObject } from "../parse/wire.ts";

/**
 * Checks the credentials of a bot against the fields of its binding. It trims the white space around a value, because
 * people often copy some along with it.
 *
 * @returns a function that reads a field; `""` for an optional field without a value
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field that is missing or has the wrong
 * form; the error does not show the value
 * @example
 * const read = readCredentials(FIELDS, credentials);
 * createToyAdapter({ token: read("token") });
 */
export function readCredentials(
  fields: readonly BindingField[],
  credentials: BindingCredentials,
): (name: string) => string {
  const given = objectOf(credentials);
  const values = new Map(fields.map((field) => [field.name, valueOf(field, given)]));
  return (name) => values.get(name) ?? "";
}

function valueOf(field: BindingField, credentials: WireObject): string {
  const { name, required, pattern, example, help } = field;
  const given = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
  if (given !== undefined && typeof given !== "string") throw invalid(`${name} must be a text`);
  const value = given?.trim() ?? "";
  if (value === "" && required) throw invalid(`${name} is missing. ${help.en}`);
  const isWrong =
    value !== "" && pattern !== undefined && !new RegExp(`^(?:${pattern})$`, "u").test(value);
  if (!isWrong) return value;
  const hint = example === undefined ? "" : `: it looks like ${example}`;
  throw invalid(`${name} has the wrong form${hint}. ${help.en}`);
}

function invalid(message: string): InvalidInputError {
  return new InvalidInputError(message, { code: "INVALID_INPUT" });
}
