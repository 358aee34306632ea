import { BotwrightError, type BotwrightErrorOptions } from "@botwright/core";

/** Why the host cannot use its database. */
export type DatabaseErrorCode =
  /** No PostgreSQL comes with the packages for this operating system: set `DATABASE_URL`. */
  | "POSTGRES_UNAVAILABLE"
  /** PostgreSQL did not start; the message has its last lines. */
  | "POSTGRES_FAILED"
  /** Another host uses the data folder. */
  | "POSTGRES_IN_USE"
  /** The data folder was written by another major version of PostgreSQL. */
  | "POSTGRES_VERSION"
  /** The database's schema, or a backup's, is newer than this version of the host. */
  | "DATABASE_NEWER"
  /** No host has used the database or folder: set `DATABASE_URL` or `BOTWRIGHT_DATA` to the values of the host. */
  | "DATABASE_EMPTY"
  /** The database has rows; a backup can be restored only into an empty database. */
  | "DATABASE_NOT_EMPTY"
  /** The file is not a backup, or it is incomplete. */
  | "BACKUP_INVALID";

/** The host's database cannot be used. The message says what to do. */
export class DatabaseError extends BotwrightError {
  override readonly name = "DatabaseError";
  override readonly code: DatabaseErrorCode;

  constructor(message: string, options: BotwrightErrorOptions & { code: DatabaseErrorCode }) {
    super(message, options);
    this.code = options.code;
  }
}

/** @param place the folder or the database, for the message */
export function databaseEmpty(place: string): DatabaseError {
  return new DatabaseError(
    `${place} has no data of a host that this user may read: set DATABASE_URL, or BOTWRIGHT_DATA, as the host has it`,
    { code: "DATABASE_EMPTY" },
  );
}
