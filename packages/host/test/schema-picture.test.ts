import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { drawSchema, readSchema } from "../scripts/draw-schema.ts";
import { openTestDatabase } from "./test-database.ts";

test("the picture of the tables is that of the migrated database", async () => {
  await using database = await openTestDatabase();
  const picture = new URL("../../../docs/images/database.svg", import.meta.url);
  // If it is not: node --conditions=@botwright/source scripts/schema-picture.ts
  expect(await readFile(picture, "utf8")).toBe(drawSchema(await readSchema(database.db)));
});
