import { serialize } from "node:v8";
import { type KyselyPlugin, RawNode } from "kysely";
import type { Database } from "../src/index.ts";

/** A statement written as SQL, with the bytes of its values and of its rows. */
export interface WatchedStatement {
  readonly sql: string;
  readonly sent: number;
  received: number;
}

/** Watches the statements of a database that are written as SQL. */
export function watchStatements(database: Database): {
  readonly database: Database;
  readonly statements: readonly WatchedStatement[];
} {
  const statements: WatchedStatement[] = [];
  const byQuery = new WeakMap<object, WatchedStatement>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (RawNode.is(node)) {
        const sql = node.sqlFragments.join("?");
        const statement = { sql, sent: serialize(node.parameters).length, received: 0 };
        statements.push(statement);
        byQuery.set(queryId, statement);
      }
      return node;
    },
    async transformResult({ result, queryId }) {
      const statement = byQuery.get(queryId);
      if (statement !== undefined) statement.received = serialize(result.rows).length;
      return result;
    },
  };
  return { database: { ...database, db: database.db.withPlugin(plugin) }, statements };
}
