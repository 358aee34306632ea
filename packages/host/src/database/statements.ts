import pg from "pg";

/** The mark of a statement to be prepared, and the name in it. */
const PREPARED = /^\s*\/\* prepared: ([a-z_]+) \*\//u;

/** The mark of a statement that may take long. */
const LONG = /^\s*\/\* long \*\//u;

/** Milliseconds in which the server must answer a statement that may take long. */
const LONG_MS = 60 * 60 * 1000;

/** What `pg` says of a statement that was not answered in time. */
const NO_ANSWER = "Query read timeout";

/**
 * Has a connection do what the marks of statements say.
 *
 * Parse and plan it once, and not at each use, because `pg` prepares statements that have a name. Mark those that
 * every message needs, with a text that is always the same:
 *
 * @example
 * sql`/* prepared: credits *\/ select sum(amount) from credit where user_id = ${userId}`
 *
 * Wait an hour for its answer, whatever the limit of the connection is:
 *
 * @example
 * sql`/* long *\/ delete from message where bot_id = ${botId}`
 */
export function readMarks(client: pg.ClientBase): void {
  replaceQuery(
    client,
    (query) =>
      (statement, ...more) =>
        query(withOptions(statement), ...more),
  );
}

/**
 * Ends a connection with its first statement that is not answered in time: `pg` would go on with it, and every
 * further statement would wait for that same answer.
 */
export function endWithoutAnswer(client: pg.ClientBase): void {
  replaceQuery(client, (query) => (...given) => {
    const result = query(...given);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (isNoAnswer(error) && client instanceof pg.Client) void client.end();
      });
    }
    return result;
  });
}

type Query = (...given: readonly unknown[]) => unknown;

function replaceQuery(client: pg.ClientBase, replacement: (query: Query) => Query): void {
  const query = client.query.bind(client);
  Reflect.set(
    client,
    "query",
    replacement((...given) => Reflect.apply(query, undefined, given)),
  );
}

function withOptions(statement: unknown): unknown {
  if (typeof statement !== "string") return statement;
  const [, name] = PREPARED.exec(statement) ?? [];
  if (name !== undefined) return { name, text: statement };
  return LONG.test(statement) ? { text: statement, query_timeout: LONG_MS } : statement;
}

function isNoAnswer(error: unknown): boolean {
  return error instanceof Error && error.message === NO_ANSWER;
}
