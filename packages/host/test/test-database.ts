import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase, startEmbeddedPostgres } from "../src/index.ts";

/** A server of its own in a new folder, with the newest schema. */
export async function openTestDatabase(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), "botwright-host-"));
  const postgres = await startEmbeddedPostgres({ folder });
  const database = await openDatabase({ connection: postgres.connection });
  const close = async (): Promise<void> => {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(postgres.folder, { recursive: true, force: true });
  };
  return { ...database, close, [Symbol.asyncDispose]: close };
}
