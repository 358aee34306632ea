import pg from "pg";

/** The mark of a statement to prepare, with the name of the prepared statement. */
const PREPARED = /^\s*\/\* prepared: ([a-z_]+) \*\//u;

/** The mark of a statement that may take long. */
const LONG = /^\s*\/\* long \*\//u;

/** Milliseconds in which the server must answer a statement that may take long. */
const LONG_MS = 60 * 60 * 1000;

/** The message of `pg`'s error for a statement that was not answered in time. */
const NO_ANSWER = "Query read timeout";

/**
 * Makes a connection obey the marks in the comments at the beginning of statements.
 *
 * `prepared` gives the statement a name, so that `pg` prepares it and PostgreSQL does not parse and plan it at each
 * use. It is for the statements that each message needs, whose text must always be the same:
 *
 * @example
 * sql`/* prepared: credits *\/ select sum(amount) from credit where user_id = ${userId}`
 *
 * `long` waits an hour for the answer, whatever the limit of the connection is:
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
 * Closes a connection after its first statement that is not answered in time. `pg` would use the connection again, and
 * every further statement would wait for the answer of that one.
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
