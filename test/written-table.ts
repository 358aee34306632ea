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

const BLOCK =
  /(?<begin><!-- begin: written by `pnpm docs:tables` -->\n)[^]*?(?<end>\n<!-- end -->)/g;

/** The page with these tables between its marks, in order. @throws when it has not as many marks */
export function withTables(page: string, tables: readonly string[]): string {
  const marks = page.match(BLOCK)?.length ?? 0;
  if (marks !== tables.length) {
    throw new Error(`the page has marks around ${marks} tables, and ${tables.length} belong there`);
  }
  const rest = tables.values();
  return page.replace(
    BLOCK,
    (_, begin: string, end: string) => `${begin}\n${rest.next().value ?? ""}\n${end}`,
  );
}
