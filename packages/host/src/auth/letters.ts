/** A letter to a user. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

// No letter contains text of the person who asked for it: a stranger could send it to any address.

/** The page on which a password is set anew. */
export function resetLink(publicUrl: string, token: string): string {
  return linkTo(publicUrl, "/reset-password", token);
}

/** The letter to a user who has forgotten the password. */
export function resetMail(to: string, publicUrl: string, token: string): Mail {
  return {
    to,
    subject: "Botwright: set a new password",
    text: `Open this link within an hour to set a new password:\n\n${resetLink(publicUrl, token)}\n\n${NOT_YOU}`,
  };
}

/** The letter to a user who has signed up. */
export function verificationMail(to: string, publicUrl: string, token: string): Mail {
  return {
    to,
    subject: "Botwright: confirm your e-mail address",
    text: `Somebody signed up at ${publicUrl} with this address. If it was you, open this link within an hour:\n\n${linkTo(publicUrl, "/verify-email", token)}\n\nIf it was not you, do not open it: without it, the account cannot be used.\n`,
  };
}

/** The letter about a sign-up with an address that has an account. */
export function existingAccountMail(to: string, publicUrl: string): Mail {
  return {
    to,
    subject: "Botwright: you have an account already",
    text: `Somebody tried to sign up at ${publicUrl} with this address, which has an account already. If it was you, log in:\n\n${new URL("/", publicUrl).href}\n\nIf you have forgotten the password, set a new one:\n\n${new URL("/#forgotten", publicUrl).href}\n\n${NOT_YOU}`,
  };
}

/**
 * The letter about a sign-up with an address whose account was never verified. A stranger may have made
 * that account: the owner of the address sets the password.
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
