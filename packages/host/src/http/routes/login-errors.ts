import type { BotwrightError } from "@botwright/core";
import { LOGINS_BUSY, loginsBusy } from "../../auth/hash-queue.ts";
import { type ErrorStatus, HttpError } from "../http-error.ts";

/** The code of a sign-up whose user could not be inserted. */
export const SIGN_UP_FAILED = "SIGN_UP_FAILED";

/** Status, code and message that replace those of better-auth, by better-auth's code. */
const ERRORS: Readonly<Record<string, readonly [ErrorStatus, code: string, message: string]>> = {
  USER_ALREADY_EXISTS: [409, "EMAIL_TAKEN", "this address is taken: log in, or use another one"],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: [
    409,
    "EMAIL_TAKEN",
    "this address is taken: log in, or use another one",
  ],
  FAILED_TO_CREATE_USER: [503, SIGN_UP_FAILED, "the account could not be made: try again later"],
  EMAIL_PASSWORD_SIGN_UP_DISABLED: [
    403,
    "SIGN_UP_CLOSED",
    "only the administrator adds users here",
  ],
  EMAIL_NOT_VERIFIED: [
    403,
    "EMAIL_NOT_VERIFIED",
    "confirm your address first: open the link in the letter, or ask for another letter",
  ],
  VERIFICATION_EMAIL_NOT_ENABLED: [
    409,
    "EMAIL_VERIFICATION_OFF",
    "addresses are not verified here: log in",
  ],
  RESET_PASSWORD_DISABLED: [
    409,
    "NO_MAIL",
    "this host sends no mail: ask the administrator for a link",
  ],
};

/** The error for a link whose token is unknown, used or expired. */
export function invalidToken(): HttpError {
  const message = "this link was used or has expired: log in, or ask for another letter";
  return new HttpError(400, message, { code: "INVALID_TOKEN" });
}

/** Converts an error response of better-auth to an error of the host. */
export function loginError(status: number, body: unknown): BotwrightError {
  const { code, message } = Object(body);
  if (code === LOGINS_BUSY) return loginsBusy();
  const known = typeof code === "string" ? ERRORS[code] : undefined;
  if (known !== undefined) return new HttpError(known[0], known[2], { code: known[1] });
  if (status >= 500) throw new Error("better-auth failed", { cause: body });
  const text = typeof message === "string" && message !== "" ? message : "the login failed";
  const ours = status === 401 || status === 403 || status === 404 ? status : 400;
  return new HttpError(ours, text, { code: typeof code === "string" ? code : "LOGIN_FAILED" });
}
