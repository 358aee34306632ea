import { adviseName } from "@botwright/core";

/** Names that were given, and those that there are. */
export interface NameCheck {
  readonly given: readonly string[];
  readonly known: readonly string[];
  /** Stands before each name, such as `botwright.config.json: credentials.` */
  readonly path: string;
  /** What a name is not, and what becomes of it, such as "no setting of dice and is ignored". */
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
