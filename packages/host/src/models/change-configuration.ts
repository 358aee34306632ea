import type { Transaction } from "kysely";
import type { Schema } from "../database/schema.ts";

/** Runs a change in a transaction; when it is committed, all nodes read the configuration again. */
export type ChangeConfiguration = <Result>(
  work: (trx: Transaction<Schema>) => Promise<Result>,
) => Promise<Result>;
