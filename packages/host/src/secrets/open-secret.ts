import { isBotwrightError } from "@botwright/core";
import type { Secrets } from "@botwright/services";

/**
 * Opens a secret. Returns `undefined` if its key is lost, so that the other data can still be exported, shown and
 * replaced.
 */
export async function openSecret(
  secrets: Secrets,
  sealed: string,
  context: string,
): Promise<string | undefined> {
  try {
    return await secrets.open(sealed, context);
  } catch (error) {
    if (isBotwrightError(error) && error.code === "SECRET_UNREADABLE") return undefined;
    throw error;
  }
}
