import { type Database, openDatabase, type PostgresConnection } from "../src/index.ts";
import { borrowDatabase } from "./shared-server.ts";

/** A database, and how another node connects to it. */
interface TestDatabase extends Database {
  readonly connection: PostgresConnection;
}

/** A database of its own with the newest schema. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const borrowed = await borrowDatabase();
  const { connection } = borrowed;
  const database = await openDatabase({ connection });
  const close = async (): Promise<void> => {
    await database.close();
    borrowed.giveBack();
  };
  return { ...database, connection, close, [Symbol.asyncDispose]: close };
}
