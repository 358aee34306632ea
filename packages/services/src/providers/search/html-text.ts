const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "…",
  mdash: "—",
  ndash: "–",
};
const LAST_CODE_POINT = 0x10ffff;

/** The text of an HTML fragment, without tags and with entities decoded. */
export function htmlToText(html: string): string {
  return decodeEntities(html.replaceAll(/<[^<>]*>/g, ""));
}

/** Decodes the entities that occur in texts and attributes. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return NAMED[name.toLowerCase()] ?? whole;
    const isHex = name[1]?.toLowerCase() === "x";
    const code = isHex ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
