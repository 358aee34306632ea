import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";

/** What the server has of a connection's prepared statements. */
interface Prepared {
  readonly statement: string;
  readonly uses: number;
}

test("a marked statement is parsed and planned once for each connection, another one at each use", async () => {
  await using database = await openTestDatabase();
  await database.db.connection().execute(async (connection) => {
    for (let number = 0; number < 3; number += 1) {
      const marked = sql<{ number: number }>`
        /* prepared: add_one */ select ${number}::int + 1 as number`;
      expect((await marked.execute(connection)).rows).toEqual([{ number: number + 1 }]);
      await sql`select ${number}::int`.execute(connection);
    }
    const { rows } = await sql<Prepared>`
      select name as statement, generic_plans + custom_plans as uses
      from pg_prepared_statements`.execute(connection);
    expect(rows).toEqual([{ statement: "add_one", uses: 3 }]);
  });
});
