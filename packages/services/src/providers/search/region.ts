/** The parts of a region; `undefined` means worldwide. */
export interface Region {
  /** ISO 3166 code in upper case, such as `CN`. */
  readonly country: string;
  /** ISO 639 code, such as `zh`. */
  readonly language: string;
}

const WORLD = "wt-wt";

/** Parses a region of the form `<country>-<language>`, such as `us-en`. */
export function parseRegion(region: string): Region | undefined {
  const [, country, language] = /^([a-z]{2})-([a-z]{2})$/.exec(region) ?? [];
  if (region === WORLD || country === undefined || language === undefined) return undefined;
  // The only region whose code differs from the country's ISO code.
  return { country: country === "uk" ? "GB" : country.toUpperCase(), language };
}
