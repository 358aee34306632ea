import { isBotwrightError } from "@botwright/core";
import type { Secrets } from "@botwright/services";

/**
 * Opens a secret; `undefined` when its key is lost, which must not keep the rest from being exported, shown or entered
 * anew.
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
