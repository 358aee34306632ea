import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Database,
  openDatabase,
  type PostgresConnection,
  startEmbeddedPostgres,
} from "../src/index.ts";
import { addDataFolder } from "./data-folder.ts";

/** A database, and how another node connects to it. */
interface TestDatabase extends Database {
  readonly connection: PostgresConnection;
}

/** A server of its own in a new folder, with the newest schema. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "botwright-host-"));
  await addDataFolder(folder);
  const postgres = await startEmbeddedPostgres({ folder });
  const database = await openDatabase({ connection: postgres.connection });
  const close = async (): Promise<void> => {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(postgres.folder, { recursive: true, force: true });
  };
  const { connection } = postgres;
  return { ...database, connection, close, [Symbol.asyncDispose]: close };
}
