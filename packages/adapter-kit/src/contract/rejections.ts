import assert from "node:assert/strict";
import { isBotwrightError } from "@botwright/core";

/** What the promise rejects with. @throws when it does not */
export async function rejectionOf(what: string, promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`${what} must reject`);
}

/** The typed error that the promise rejects with. @throws when its code is another */
export async function assertRejects(
  what: string,
  promise: Promise<unknown>,
  code: string | RegExp,
): Promise<Error> {
  const error = await rejectionOf(what, promise);
  assert.ok(isBotwrightError(error), `${what}: a typed error`);
  if (typeof code === "string") assert.equal(error.code, code, what);
  else assert.match(error.code, code, what);
  return error;
}
