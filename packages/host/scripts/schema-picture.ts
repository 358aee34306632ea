/**
 * Draws the tables of a migrated database into `docs/images/database.svg`. Usage, in the package's folder:
 * `node --conditions=@botwright/source scripts/schema-picture.ts`.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, startEmbeddedPostgres } from "../src/index.ts";
import { drawSchema, readSchema } from "./draw-schema.ts";

const folder = await mkdtemp(join(tmpdir(), "botwright-schema-"));
const postgres = await startEmbeddedPostgres({ folder });
const database = await openDatabase({ connection: postgres.connection });
const picture = drawSchema(await readSchema(database.db));
await writeFile(new URL("../../../docs/images/database.svg", import.meta.url), picture);
await database.close();
await postgres.stop();
for (const path of [folder, postgres.folder]) await rm(path, { recursive: true, force: true });
