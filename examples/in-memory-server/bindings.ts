import { readCredentials } from "@botwright/adapter-kit";
import { type BindingField, InvalidInputError, type Platform, PLATFORMS } from "@botwright/core";
import { BINDINGS } from "./platforms.ts";

/** A real bot. */
interface Binding {
  /** By the names of the binding's fields. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Where the platform's API is, such as Lark's address or a Bot API server of one's own. */
  readonly apiBase: string | undefined;
}

/** Real bots. A platform that is left out is played by its simulator. */
export type Bindings = { readonly [P in Platform]?: Binding };

/** Environment variables by their names. */
type Environment = Readonly<Record<string, string | undefined>>;

/** The one variable that every bot of its platform calls otherwise. */
const USUAL: Readonly<Record<string, string>> = { TELEGRAM_TOKEN: "TELEGRAM_BOT_TOKEN" };

/** `feishu` and `app_id` are `FEISHU_APP_ID`. */
function variableOf(platform: Platform, name: string): string {
  const variable = `${platform}_${name}`.toUpperCase();
  return USUAL[variable] ?? variable;
}

/** What a bot that answers people cannot do without: a callback's secrets too, which are generated. */
const isNeeded = ({ required, generate }: BindingField): boolean =>
  required || generate !== undefined;

/**
 * Reads which platforms are the real ones: those of which one variable is set. Each field of a platform's
 * binding has a variable; `<PLATFORM>_LOGIN`, with any value, takes the place of those that a login gives,
 * and `<PLATFORM>_API_BASE` is another address of the platform.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the variables that are missing or have the wrong form
 */
export function readBindings(environment: Environment): Bindings {
  const bound = PLATFORMS.map((platform) => [platform, readBinding(platform, environment)]);
  return Object.fromEntries(bound.filter(([, binding]) => binding !== undefined));
}

function readBinding(platform: Platform, environment: Environment): Binding | undefined {
  const binding = BINDINGS[platform];
  const { fields } = binding;
  const read = (name: string): string => environment[variableOf(platform, name)] ?? "";
  const given = fields.filter(({ name }) => read(name) !== "");
  const hasLogin = binding.login !== undefined && read("login") !== "";
  if (given.length === 0 && !hasLogin) return undefined;
  if (!hasLogin) assertComplete(platform, fields, given);
  return {
    credentials: readGiven(platform, given, environment),
    apiBase: read("api_base") || undefined,
  };
}

/** Reads the given fields by the binding's rules; an error names the variable, not the field. */
function readGiven(
  platform: Platform,
  fields: readonly BindingField[],
  environment: Environment,
): Readonly<Record<string, string>> {
  const variables = fields.map((field) => ({ ...field, name: variableOf(platform, field.name) }));
  const read = readCredentials(variables, environment);
  return Object.fromEntries(fields.map(({ name }) => [name, read(variableOf(platform, name))]));
}

function assertComplete(
  platform: Platform,
  fields: readonly BindingField[],
  given: readonly BindingField[],
): void {
  const missing = fields.filter((field) => isNeeded(field) && !given.includes(field));
  if (missing.length === 0) return;
  const lines = missing.map(
    ({ name, label, help }) =>
      `${variableOf(platform, name)} is missing: the ${label.en}. ${help.en}`,
  );
  throw new InvalidInputError(lines.join(" "), { code: "INVALID_INPUT" });
}

/** The variables that a platform needs. */
export function variablesOf(platform: Platform): string[] {
  const { fields } = BINDINGS[platform];
  return fields.filter(isNeeded).map(({ name }) => variableOf(platform, name));
}
