/** PostgreSQL's code of a row that would occur twice. */
const UNIQUE_VIOLATION = "23505";

/**
 * Runs a statement that writes a unique value.
 *
 * @param taken creates the error of a value that another row has
 */
export async function orTaken<Result>(
  writing: Promise<Result>,
  taken: () => Error,
): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, "code") === UNIQUE_VIOLATION) throw taken();
    throw error;
  }
}
