/** Bodies of `/api/auth`. */
export interface AuthBodies {
  SignUp: {
    /**
     * @minLength 1
     * @maxLength 100
     */
    name: string;
    /**
     * @format email
     * @maxLength 254
     */
    email: string;
    /**
     * @minLength 10
     * @maxLength 128
     */
    password: string;
  };
  SignIn: {
    /** @maxLength 254 */
    email: string;
    /** @maxLength 128 */
    password: string;
    /** `false`: the browser deletes the cookie when the browser is closed. @default true */
    rememberMe?: boolean;
  };
  ChangePassword: {
    /** @maxLength 128 */
    currentPassword: string;
    /**
     * @minLength 10
     * @maxLength 128
     */
    newPassword: string;
    /** Ends all other sessions. @default false */
    revokeOtherSessions?: boolean;
  };
  RequestPasswordReset: {
    /** @maxLength 254 */
    email: string;
  };
  ResetPassword: {
    /** @maxLength 100 */
    token: string;
    /**
     * @minLength 10
     * @maxLength 128
     */
    newPassword: string;
  };
  SendVerificationEmail: {
    /** @maxLength 254 */
    email: string;
  };
  VerifyEmail: {
    /** @maxLength 1000 */
    token: string;
  };
  RevokeSession: {
    /** @maxLength 100 */
    token: string;
  };
}

/** Who is logged in. */
export interface SessionUser {
  id: number;
  name: string;
  email: string;
  role: "user" | "admin";
}

/** Answers of `/api/auth`. */
export interface AuthAnswers {
  /** The bearer token of the session is in the header `set-auth-token`. */
  SignedIn: { user: SessionUser };
  /**
   * `null`: the user must first verify the e-mail address with the link in a mail.
   * The answer is the same for an address that has an account, so that it does not reveal who has one.
   */
  SignedUp: { user: SessionUser | null };
  /** What a visitor may do. */
  AuthSettings: {
    /** Whether visitors may sign up; `false`: only administrators add users. */
    sign_up: boolean;
  };
  /** `null`: not logged in. */
  Session: { user: SessionUser; expires_at: string } | null;
  Sessions: {
    items: {
      token: string;
      /** Whether this request belongs to the session. */
      current: boolean;
      created_at: string;
      expires_at: string;
      ip_address: string | null;
      user_agent: string | null;
    }[];
  };
  Done: { ok: true };
}
