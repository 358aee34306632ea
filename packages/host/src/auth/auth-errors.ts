/** The errors of logins in the form of better-auth, whose endpoints answer them. */
import { APIError } from "better-auth/api";
import { BANNED } from "../accounts/assert-standing.ts";

/** The error for an account that does not exist. */
export function unknownUser(): APIError {
  return new APIError("UNAUTHORIZED", {
    message: "Invalid email or password",
    code: "INVALID_EMAIL_OR_PASSWORD",
  });
}

/** The error for a password that is not the user's. */
export function wrongPassword(): APIError {
  return new APIError("BAD_REQUEST", { message: "Invalid password", code: "INVALID_PASSWORD" });
}

/** The error for a banned user. */
export function bannedUser(): APIError {
  return new APIError("FORBIDDEN", { message: BANNED, code: "BANNED" });
}
