import { InfrastructureError } from "@botwright/core";
import type { KyselyPlugin, QueryId } from "kysely";
import type { Database } from "../src/index.ts";

/** A database with a connection that breaks. */
interface BreakingDatabase extends Database {
  /** How many of the statements were committed. */
  committed(): number;
}

/** Which statements are concerned. */
interface Broken {
  /** Matches a statement as Kysely describes it. */
  readonly statement: RegExp;
  /** Whether it is the first, second, … one that is lost. @default the first one */
  readonly isLost?: (number: number) => boolean;
}

/** The database, but for a statement whose answer is lost: the connection breaks after the commit. */
export function loseAnswer(
  database: Database,
  { statement, isLost = (number) => number === 1 }: Broken,
): BreakingDatabase {
  let committed = 0;
  const matching = new WeakSet<QueryId>();
  return withPlugin(database, () => committed, {
    transformQuery({ node, queryId }) {
      if (statement.test(JSON.stringify(node))) matching.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (!matching.has(queryId)) return result;
      committed += 1;
      if (isLost(committed)) throw broken();
      return result;
    },
  });
}

/** The database, but for a statement that is lost: the connection breaks before it arrives. */
export function loseStatement(
  database: Database,
  { statement, isLost = (number) => number === 1 }: Broken,
): BreakingDatabase {
  let asked = 0;
  let committed = 0;
  const matching = new WeakSet<QueryId>();
  return withPlugin(database, () => committed, {
    transformQuery({ node, queryId }) {
      if (!statement.test(JSON.stringify(node))) return node;
      asked += 1;
      if (isLost(asked)) throw broken();
      matching.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (matching.has(queryId)) committed += 1;
      return result;
    },
  });
}

function withPlugin(
  database: Database,
  committed: () => number,
  plugin: KyselyPlugin,
): BreakingDatabase {
  return { ...database, db: database.db.withPlugin(plugin), committed };
}

function broken(): Error {
  return new InfrastructureError(
    "the database is not available: Connection terminated unexpectedly",
  );
}
