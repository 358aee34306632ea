/** PostgreSQL's code for a row whose unique value another row already has. */
const UNIQUE_VIOLATION = "23505";

/** PostgreSQL's code for a row that references a row that does not exist. */
const FOREIGN_KEY_VIOLATION = "23503";

/**
 * Runs a statement that writes a unique value.
 *
 * @param createError creates the error that is thrown if another row has the value
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

/** Whether a statement failed because the row that it references does not exist, for example was deleted. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, FOREIGN_KEY_VIOLATION);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && Reflect.get(error, "code") === code;
}
