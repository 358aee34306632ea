/** PostgreSQL's code of a row that would occur twice. */
const UNIQUE_VIOLATION = "23505";

/** PostgreSQL's code of a row that names one that is not there. */
const FOREIGN_KEY_VIOLATION = "23503";

/**
 * Runs a statement that writes a unique value.
 *
 * @param createError creates the error of a value that another row has
 */
export async function refuseDuplicate<Result>(
  writing: Promise<Result>,
  createError: () => Error,
): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    throw hasCode(error, UNIQUE_VIOLATION) ? createError() : error;
  }
}

/** Whether a statement has written a row whose parent was deleted. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, FOREIGN_KEY_VIOLATION);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && Reflect.get(error, "code") === code;
}
