import { isIP } from "node:net";
import { describeError, invalidInput, isBotwrightError } from "@botwright/core";

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables, with one function for each kind; a variable that is unset or empty is `undefined`. */
export interface VariableReader {
  text(name: string): string | undefined;
  /** Texts that are separated by commas; an empty list if the variable is unset. */
  list(name: string): readonly string[];
  /** A whole number. */
  number(name: string): number | undefined;
  port(name: string): number | undefined;
  /** An IP address or a name of this machine. */
  address(name: string): string | undefined;
  /** @param schemes without the colon, the usual one first */
  url(name: string, schemes: readonly string[]): string | undefined;
  email(name: string): string | undefined;
  timeZone(name: string): string | undefined;
  choice(name: string, choices: readonly string[]): string | undefined;
  /** `on` or `off`. */
  switch(name: string): boolean | undefined;
  /** A secret of at least 32 characters. */
  secret(name: string): string | undefined;
}

const MAX_PORT = 65_535;
const SHORTEST_SECRET = 32;

/**
 * Creates the reader of an environment. An error names the variable, says what it must be, and shows its
 * value unless that may hold a password.
 *
 * @throws {InvalidInputError} `INVALID_INPUT`, from each of the functions
 */
export function createVariableReader(env: Environment): VariableReader {
  const text = (name: string): string | undefined => env[name] || undefined;

  /** Reads a variable, and checks its value with `accepts`. */
  function matching(
    name: string,
    what: string,
    accepts: (text: string) => boolean,
  ): string | undefined {
    const value = text(name);
    if (value === undefined || accepts(value)) return value;
    throw invalidInput(`${name} must be ${what}, not "${value}"`);
  }

  function whole(name: string, what: string, most: number): number | undefined {
    const digits = matching(name, what, (value) => /^\d+$/.test(value) && Number(value) <= most);
    return digits === undefined ? undefined : Number(digits);
  }

  function choice(name: string, choices: readonly string[]): string | undefined {
    return matching(name, `one of ${choices.join(", ")}`, (value) => choices.includes(value));
  }

  return {
    text,
    list: (name) => (text(name) ?? "").split(",").map(trim).filter(Boolean),
    number: (name) => whole(name, "a whole number", Number.MAX_SAFE_INTEGER),
    port: (name) => whole(name, `a whole number from 0 to ${MAX_PORT}`, MAX_PORT),
    address: (name) =>
      matching(
        name,
        "an IP address or a name of this machine, such as 0.0.0.0",
        (value) => isIP(value) > 0 || /^[\w.-]+$/.test(value),
      ),
    url(name, schemes) {
      const value = text(name);
      if (value === undefined || hasScheme(value, schemes)) return value;
      const forms = schemes.map((scheme) => `${scheme}://…`).join(" or ");
      throw invalidInput(`${name} must be an address of the form ${forms}`);
    },
    email: (name) =>
      matching(name, "an e-mail address", (value) => /^[^@]*[^@\s]@[^@\s]+$/.test(value)),
    timeZone: (name) => matching(name, "a time zone such as UTC or Europe/Berlin", isTimeZone),
    choice,
    switch(name) {
      const value = choice(name, ["on", "off"]);
      return value === undefined ? undefined : value === "on";
    },
    secret(name) {
      const value = text(name);
      if (value === undefined || value.length >= SHORTEST_SECRET) return value;
      throw invalidInput(`${name} must have ${SHORTEST_SECRET} characters or more`);
    },
  };
}

/** Runs a check, and puts the name of a variable in front of the message of its error. */
export function naming(name: string, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!isBotwrightError(error)) throw error;
    throw invalidInput(`${name}: ${describeError(error).message}`);
  }
}

function trim(text: string): string {
  return text.trim();
}

function hasScheme(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1));
}

function isTimeZone(text: string): boolean {
  try {
    new Date().toLocaleString("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
