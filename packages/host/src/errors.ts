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
  /** No host has used the database, or the folder: set `DATABASE_URL` or `BOTWRIGHT_DATA` as the host has it. */
  | "DATABASE_EMPTY"
  /** A backup is restored into an empty database only. */
  | "DATABASE_NOT_EMPTY"
  /** It is no backup, or not a whole one. */
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

/** @param place a folder or a database */
export function databaseEmpty(place: string): DatabaseError {
  return new DatabaseError(
    `${place} has no data of a host that this user may read: set DATABASE_URL, or BOTWRIGHT_DATA, as the host has it`,
    { code: "DATABASE_EMPTY" },
  );
}
