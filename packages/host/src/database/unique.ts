/** PostgreSQL's code of a row that would occur twice. */
const UNIQUE_VIOLATION = "23505";

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
    if (error instanceof Error && Reflect.get(error, "code") === UNIQUE_VIOLATION)
      throw createError();
    throw error;
  }
}
