/** A region as its parts; `undefined` for the whole world. */
export interface Region {
  /** ISO 3166 in capitals, such as `CN`. */
  readonly country: string;
  /** ISO 639, such as `zh`. */
  readonly language: string;
}

const WORLD = "wt-wt";

/** Reads a region of the form `<country>-<language>`, such as `us-en`. */
export function parseRegion(region: string): Region | undefined {
  const [, country, language] = /^([a-z]{2})-([a-z]{2})$/.exec(region) ?? [];
  if (region === WORLD || country === undefined || language === undefined) return undefined;
  // The one country whose region is not its ISO code.
  return { country: country === "uk" ? "GB" : country.toUpperCase(), language };
}
