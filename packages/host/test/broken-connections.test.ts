import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";

test("a connection that breaks between two statements of a transaction fails that transaction only", async () => {
  await using database = await openTestDatabase();
  const { db } = database;
  const broken = db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
      transaction,
    );
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db);
    // The end of the connection arrives while no statement waits for an answer.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sql`select 1`.execute(transaction);
  });
  await expect(broken).rejects.toMatchObject({ code: "INFRASTRUCTURE_FAILED" });
  await expect(sql`select 1 as one`.execute(db)).resolves.toMatchObject({ rows: [{ one: 1 }] });
});
