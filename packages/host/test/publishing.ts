import { createSandbox, type Sandbox } from "@botwright/sandbox";
import { createMemoryRateLimiter } from "@botwright/services";
import {
  createPublication,
  type Database,
  type Publication,
  type PublicationOptions,
} from "../src/index.ts";
import { addAccounts } from "./add-accounts.ts";
import { openTestDatabase } from "./test-database.ts";

/** What it takes to submit plugins and to review them. */
export interface Publishing extends AsyncDisposable {
  readonly database: Database;
  readonly sandbox: Sandbox;
  /** The rules of publication over this database. */
  createPublication(options?: Partial<PublicationOptions>): Publication;
}

/** Opens a database with the accounts of these developers. */
export async function openPublishing(...developers: readonly number[]): Promise<Publishing> {
  const database = await openTestDatabase();
  const sandbox = createSandbox({ workers: 1 });
  const limiter = createMemoryRateLimiter();
  await addAccounts(database, ...developers);
  return {
    database,
    sandbox,
    createPublication: (options = {}) =>
      createPublication({ db: database.db, limiter, sandbox, ...options }),
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await database.close();
    },
  };
}
