import type { Mark } from "./marks.ts";
import type { Row } from "./rows/row.ts";

/** What is checked. */
interface Conformance {
  readonly rows: readonly Row[];
  readonly marks: readonly Mark[];
  /** Why a row has no test, by its id. */
  readonly withoutTest: Readonly<Record<string, string>>;
}

/** Everything that is wrong with rows and marks, in words. */
export function checkMarks({ rows, marks, withoutTest }: Conformance): string[] {
  const ids = new Set(rows.map(({ id }) => id));
  const tested = new Set(marks.flatMap((mark) => (mark.title === undefined ? [] : mark.rows)));
  return [
    ...rows
      .filter(({ id }, index) => rows.findIndex((row) => row.id === id) !== index)
      .map(({ id }) => `two rows have the id ${id}`),
    ...marks.flatMap(({ file, line, title, rows: named }) => [
      ...(title === undefined ? [`${file}:${line}: no test follows the mark`] : []),
      ...named.filter((id) => !ids.has(id)).map((id) => `${file}:${line}: no row has the id ${id}`),
    ]),
    ...[...ids]
      .filter((id) => !tested.has(id) && !Object.hasOwn(withoutTest, id))
      .map((id) => `no test names the row ${id}`),
    ...Object.keys(withoutTest)
      .filter((id) => tested.has(id) || !ids.has(id))
      .map((id) => `${id} is no row without a test`),
  ];
}
