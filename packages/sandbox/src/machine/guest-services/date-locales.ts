/** How a date is formatted. */
export interface DateFormat {
  readonly locale: Intl.Locale;
  readonly options: object;
}

/** Calendars and numbering systems that can be asked for … */
const CALENDARS: ReadonlySet<string> = new Set(
  "buddhist chinese coptic dangi ethioaa ethiopic gregory hebrew indian islamic-civil islamic-tbla islamic-umalqura iso8601 japanese persian roc".split(
    " ",
  ),
);
const NUMBERINGS: ReadonlySet<string> = new Set(
  "arab arabext beng deva fullwide hanidec latn thai".split(" "),
);
/** … in these locales, of which the first fitting one is used; other locales always use their language's own. */
const LOCALES = "en-GB zh-TW zh-HK en zh ja ko th ar fa he hi id tr vi".split(" ");

/** The names that `Intl` accepts for a calendar or a numbering system. */
const NAME = /^[a-z\d]{3,8}(?:-[a-z\d]{3,8})*$/iu;

/**
 * Formats dates in a bounded number of locales.
 *
 * For as long as the process lives, V8 keeps some 40 kB for each combination of locale, calendar and numbering system
 * in which a date was ever formatted. There are millions of combinations, and a plugin could use all of them: neither
 * its limits nor the end of its worker would free that memory. The hour cycle in a locale would multiply them by
 * five, so it becomes an option, for which V8 keeps nothing.
 *
 * @param names locales that Node supports, the first of which counts
 * @param given options of `Intl.DateTimeFormat`
 * @throws {RangeError} for what is no name of a calendar or of a numbering system
 * @example
 * boundDateFormat(["zh-CN"], { calendar: "chinese" }).locale.toString(); // "zh-u-ca-chinese"
 */
export function boundDateFormat([name = ""]: readonly string[], given: object): DateFormat {
  const asked = new Intl.Locale(name);
  const { calendar, numberingSystem, ...options }: Partial<Record<string, unknown>> = { ...given };
  const calendarName = nameOf(calendar) ?? asked.calendar;
  const numberingName = nameOf(numberingSystem) ?? asked.numberingSystem;
  const hourCycle = options["hourCycle"] ?? asked.hourCycle;
  const cycled = hourCycle === undefined ? options : { ...options, hourCycle };
  // A region that Node has nothing of is left out: numbers are formatted without such a memory.
  const known = new Intl.NumberFormat(asked.baseName).resolvedOptions().locale;
  const { baseName } = new Intl.Locale(known);
  const place = placeOf(baseName);
  const systems = {
    ...(calendarName !== undefined && CALENDARS.has(calendarName) && { calendar: calendarName }),
    ...(numberingName !== undefined &&
      NUMBERINGS.has(numberingName) && { numberingSystem: numberingName }),
  };
  if (place === undefined || Object.keys(systems).length === 0) {
    return { locale: new Intl.Locale(baseName), options: cycled };
  }
  return { locale: new Intl.Locale(place, systems), options: cycled };
}

function nameOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const name = typeof value === "string" ? value.toLowerCase() : "";
  if (NAME.test(name)) return name;
  throw new RangeError("that is no name of a calendar or of a numbering system");
}

function placeOf(baseName: string): string | undefined {
  const { language, script, region } = new Intl.Locale(baseName).maximize();
  const own = script === "Hant" && region !== "HK" ? "zh-TW" : `${language}-${region}`;
  return LOCALES.find((locale) => locale === own) ?? LOCALES.find((locale) => locale === language);
}
