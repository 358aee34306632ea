import type { ColumnType } from "kysely";

/** Set by the database when a row is inserted. */
export type CreatedAt = ColumnType<Date, never, never>;
