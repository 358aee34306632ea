/** Columns that a text takes: a Chinese character takes two. */
function widthOf(text: string): number {
  const wide = text.match(/[\u3000-\u9fff\uff00-\uff60]/gu)?.length ?? 0;
  return text.length + wide;
}

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** A table in Markdown, its columns in line as the formatter wants them. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [titles = [], ...rest] = rows;
  const widths = titles.map((_, column) =>
    Math.max(3, ...rows.map((row) => widthOf(row[column] ?? ""))),
  );
  const padded = (row: readonly string[]): string =>
    line(row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell))));
  return [padded(titles), line(widths.map((width) => "-".repeat(width))), ...rest.map(padded)].join(
    "\n",
  );
}

const BLOCK = /(?<begin><!-- begin: written by `pnpm docs:tables` -->\n)[^]*(?<end>\n<!-- end -->)/;

/** The page with this table between its marks. @throws when the page has no place for it */
export function withTable(page: string, table: string): string {
  if (!BLOCK.test(page)) throw new Error("the page has lost the marks around its table");
  return page.replace(BLOCK, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`);
}
