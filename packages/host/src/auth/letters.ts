/** A mail to a user. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

// No mail contains text of the person who caused it: otherwise anybody could send such text to any address.

/** The URL of the page on which a user sets a new password. */
export function resetLink(publicUrl: string, token: string): string {
  return linkTo(publicUrl, "/reset-password", token);
}

/** The mail to a user who has forgotten the password. */
export function resetMail(to: string, publicUrl: string, token: string): Mail {
  return {
    to,
    subject: "Botwright: set a new password",
    text: `Open this link within an hour to set a new password:\n\n${resetLink(publicUrl, token)}\n\n${NOT_YOU}`,
  };
}

/** The mail to a user who has signed up. */
export function verificationMail(to: string, publicUrl: string, token: string): Mail {
  return {
    to,
    subject: "Botwright: confirm your e-mail address",
    text: `Somebody signed up at ${publicUrl} with this address. If it was you, open this link within an hour:\n\n${linkTo(publicUrl, "/verify-email", token)}\n\nIf it was not you, do not open it: without it, the account cannot be used.\n`,
  };
}

/** The mail about a sign-up with an address that has an account. */
export function existingAccountMail(to: string, publicUrl: string): Mail {
  return {
    to,
    subject: "Botwright: you have an account already",
    text: `Somebody tried to sign up at ${publicUrl} with this address, which has an account already. If it was you, log in:\n\n${new URL("/", publicUrl).href}\n\nIf you have forgotten the password, set a new one:\n\n${new URL("/#forgotten", publicUrl).href}\n\n${NOT_YOU}`,
  };
}

/**
 * The mail about a sign-up with an address whose account was never verified. Somebody else may have made that account,
 * so the owner of the address sets the password.
 */
export function unverifiedAccountMail(to: string, publicUrl: string, token: string): Mail {
  return {
    to,
    subject: "Botwright: finish your sign-up",
    text: `Somebody signed up at ${publicUrl} with this address, and did so before. If it was you, open this link within an hour and set your password, which confirms the address too:\n\n${resetLink(publicUrl, token)}\n\n${NOT_YOU}`,
  };
}

const NOT_YOU = "If it was not you, you need not do anything.\n";

function linkTo(publicUrl: string, page: string, token: string): string {
  return new URL(`${page}?token=${token}`, publicUrl).href;
}
