/** Full-width letters and digits, and those of mathematics. */
const STYLED = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u;

/** Whether text is written in styled Latin letters; a table of such letters, which has each once, does not count. */
export function isStyled(symbols: readonly string[]): boolean {
  const styled = symbols.filter((symbol) => STYLED.test(symbol));
  return styled.length > symbols.length * 0.25 && styled.length > new Set(styled).size * 4;
}

/** Fewer rare characters may occur in a text about them. */
const MANY_RARE = 128;

/** Whether many characters belong to no writing that is in use today. */
export function isRareWriting(symbols: readonly string[]): boolean {
  const foreign = symbols.filter((symbol) => symbol >= "\u0250");
  const rare = foreign.filter((symbol) => isRare(symbol));
  return rare.length >= MANY_RARE && rare.length > foreign.length * 0.15;
}

const RARE =
  /[\p{Cn}\p{Co}\p{Cs}]|\p{Script=Yi}|\p{Script=Canadian_Aboriginal}|\p{Script=Cuneiform}|\p{Script=Egyptian_Hieroglyphs}|\p{Script=Anatolian_Hieroglyphs}|\p{Script=Vai}|\p{Script=Bamum}|\p{Script=Linear_A}|\p{Script=Linear_B}|\p{Script=Tangut}|\p{Script=Nushu}|\p{Script=Braille}/u;

function isRare(symbol: string): boolean {
  if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(symbol)) return !commonCharacters().has(symbol);
  return RARE.test(symbol);
}

let common: ReadonlySet<string> | undefined;

/** The characters of the national standards, which make up texts, tables and word lists. */
function commonCharacters(): ReadonlySet<string> {
  if (common !== undefined) return common;
  const found = new Set<string>();
  const add = (
    encoding: string,
    rows: readonly [number, number],
    cells: readonly [number, number],
  ) => {
    const decoder = new TextDecoder(encoding);
    for (let row = rows[0]; row <= rows[1]; row += 1) {
      for (let cell = cells[0]; cell <= cells[1]; cell += 1) {
        found.add(decoder.decode(Uint8Array.of(row, cell)));
      }
    }
  };
  // GB 2312, Big5 and JIS X 0208 hold Han characters, KS X 1001 Hangul syllables.
  add("gbk", [0xb0, 0xf7], [0xa1, 0xfe]);
  add("big5", [0xa4, 0xf9], [0x40, 0x7e]);
  add("big5", [0xa4, 0xf9], [0xa1, 0xfe]);
  add("euc-jp", [0xb0, 0xf4], [0xa1, 0xfe]);
  add("euc-kr", [0xb0, 0xc8], [0xa1, 0xfe]);
  common = found;
  return found;
}
