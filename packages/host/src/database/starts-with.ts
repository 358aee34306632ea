import { type RawBuilder, sql } from "kysely";

/**
 * A condition: a column of a primary key begins with a prefix. It is written as a range of the index: from the prefix
 * to before the prefix whose last character is replaced by the next one.
 */
export function startsWith(column: string, prefix: string): RawBuilder<unknown> {
  const last = prefix.length - 1;
  const end = `${prefix.slice(0, last)}${String.fromCharCode(prefix.charCodeAt(last) + 1)}`;
  return sql`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${end})`;
}
