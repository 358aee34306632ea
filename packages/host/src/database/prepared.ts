import type pg from "pg";

/** The mark with which a statement begins, and the name in it. */
const MARK = /^\s*\/\* prepared: ([a-z_]+) \*\//u;

/**
 * Has a connection parse and plan each marked statement once, and not at each use: `pg` prepares statements
 * that have a name. Mark those that every message needs, with a text that is always the same:
 *
 * @example
 * sql`/* prepared: inbox_claim *\/ select * from inbox_claim(${botIds}::bigint[], ${node}, ${most})`
 */
export function prepareMarked(client: pg.ClientBase): void {
  const query = client.query.bind(client);
  Reflect.set(client, "query", (statement: unknown, ...more: readonly unknown[]): unknown =>
    Reflect.apply(query, undefined, [withName(statement), ...more]),
  );
}

function withName(statement: unknown): unknown {
  if (typeof statement !== "string") return statement;
  const [, name] = MARK.exec(statement) ?? [];
  return name === undefined ? statement : { name, text: statement };
}
