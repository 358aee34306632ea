/** The settings of a plugin, read by type: a value of a wrong type counts as the default. */
export interface Settings {
  /** @default "" */
  text(key: string): string;
  /** The lines that are not blank, trimmed; at most 1000. */
  lines(key: string): readonly string[];
  /** A whole number, clamped; a number as text counts too. */
  number(key: string, range: NumberRange): number;
  flag(key: string): boolean;
  /** One of the values, by default the first. */
  choice<Value extends string>(key: string, values: readonly [Value, ...Value[]]): Value;
}

/** What a number may be. */
interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly default: number;
}

/** Lines of a setting that are read. */
const MAX_LINES = 1000;

/**
 * Reads settings. A host fills in the defaults of `config_schema`; what a user has stored may be anything.
 *
 * @example
 * readSettings({ days: "3" }).number("days", { least: 0, most: 30, default: 7 }); // 3
 */
export function readSettings(config: Readonly<Record<string, unknown>>): Settings {
  const text = (key: string): string => {
    const given = config[key];
    return typeof given === "string" || typeof given === "number" ? String(given) : "";
  };
  return {
    text,
    lines: (key) =>
      text(key)
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .slice(0, MAX_LINES),
    number(key, range) {
      const given = text(key).trim();
      const number = given === "" ? Number.NaN : Number(given);
      if (!Number.isFinite(number)) return range.default;
      return Math.min(range.most, Math.max(range.least, Math.round(number)));
    },
    flag: (key) => config[key] === true || config[key] === "true",
    choice(key, values) {
      const given = text(key);
      return values.find((value) => value === given) ?? values[0];
    },
  };
}
