import { adviseName } from "@botwright/core";

/** The given names, and the known ones. */
export interface NameCheck {
  readonly given: readonly string[];
  readonly known: readonly string[];
  /** The prefix of each name, such as `botwright.config.json: credentials.` */
  readonly path: string;
  /** The text after the name that says what it is not, such as "no setting of dice and is ignored". */
  readonly isNo: string;
}

/**
 * A warning for each name that does not exist.
 *
 * @example
 * findUnknownNames({ given: ["modell"], known: ["model"], path: "--config ", isNo: "no setting of dice" });
 * // ["--config modell is no setting of dice: did you mean model?"]
 */
export function findUnknownNames({ given, known, path, isNo }: NameCheck): readonly string[] {
  return given
    .filter((name) => !known.includes(name))
    .map((name) => {
      const advice = known.length === 0 ? "it has none" : adviseName(name, known);
      return `${path}${name} is ${isNo}: ${advice}`;
    });
}
