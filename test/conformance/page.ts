import type { Mark } from "./marks.ts";
import type { Row } from "./rows/row.ts";

/** Each row with the tests that name it, as Markdown. */
export function conformancePage(
  rows: readonly Row[],
  marks: readonly Mark[],
  withoutTest: Readonly<Record<string, string>>,
): string {
  const sections = new Set(rows.map(({ section }) => section));
  const missing = Object.keys(withoutTest).length;
  const count = `${rows.length} rows${missing === 0 ? "" : `, ${missing} of them without a test`}.`;
  const parts = [...sections].map((section) => {
    const own = rows.filter((row) => row.section === section);
    return [`## ${section}`, ...own.map((row) => rowText(row, marks, withoutTest[row.id]))];
  });
  return [count, ...parts.flat()].join("\n\n");
}

function rowText({ id, text }: Row, marks: readonly Mark[], reason?: string): string {
  const tests = marks
    .filter(({ rows }) => rows.includes(id))
    .map(({ file, title = "" }) => `- [${asCode(title)}](../${file})`);
  const without = reason === undefined ? [] : [`No test: ${reason}`];
  return [`**\`${id}\`** ${text}`, [...new Set(tests)].join("\n"), ...without]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** As code, a title has no Markdown in it. */
function asCode(title: string): string {
  return `\`${title.replaceAll(/[`\n]/gu, "'")}\``;
}
