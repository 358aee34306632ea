import { DatabaseError } from "../errors.ts";

/** Splits text into its lines. */
export async function* splitLines(
  text: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  let parts: string[] = [];
  for await (const chunk of text) {
    const [head = "", ...tail] = chunk.split("\n");
    parts.push(head);
    for (const next of tail) {
      yield parts.join("");
      parts = [next];
    }
  }
  const rest = parts.join("");
  if (rest !== "") yield rest;
}

/** @throws {DatabaseError} `BACKUP_INVALID` when the line is not JSON */
export function readObject(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return Object(value);
  } catch (cause) {
    throw invalidBackup("it has a line that is not JSON", cause);
  }
}

/** The error of a backup that cannot be restored. */
export function invalidBackup(why: string, cause?: unknown): DatabaseError {
  return new DatabaseError(`the backup cannot be restored: ${why}`, {
    code: "BACKUP_INVALID",
    cause,
  });
}
