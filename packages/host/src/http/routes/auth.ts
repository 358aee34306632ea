import { setTimeout } from "node:timers/promises";
import { describeError } from "@botwright/core";
import type { RateLimiter } from "@botwright/services";
import { type Context, Hono } from "hono";
import { ADDRESS_HEADER, type Auth } from "../../auth/auth.ts";
import { toDisplayName } from "../../display-name.ts";
import { createAttemptCounter } from "../count-attempt.ts";
import { addCookies, endpoint } from "../endpoint.ts";
import type { HostEnv } from "../host-env.ts";
import type { SessionUser } from "../types/auth.ts";
import { invalidToken, loginError, SIGN_UP_FAILED } from "./login-errors.ts";

/** Options of {@link authRoutes}. */
export interface AuthRoutesOptions {
  readonly auth: Auth;
  /** Counts attempts, on all nodes together. */
  readonly limiter: RateLimiter;
}

/**
 * The endpoints of sign-up, login, sessions and passwords. Those of better-auth that are not listed here are not
 * reachable. These endpoints validate the input, limit the attempts and answer errors in the host's form.
 */
export function authRoutes({ auth, limiter }: AuthRoutesOptions) {
  const { countAttempt, countLetter } = createAttemptCounter(limiter);

  /**
   * Calls an endpoint of better-auth, and copies its cookies and its bearer token to the response.
   *
   * @param passed the headers of the client's request that better-auth gets
   * @throws {BotwrightError} the error of {@link loginError}
   */
  async function call(
    c: Context<HostEnv>,
    path: string,
    body?: Readonly<Record<string, unknown>>,
    passed: readonly string[] = ["cookie", "authorization", "user-agent"],
  ): Promise<unknown> {
    const headers = new Headers({ [ADDRESS_HEADER]: c.var.address });
    for (const name of passed) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    const init: RequestInit = { headers };
    if (body !== undefined) {
      headers.set("content-type", "application/json");
      Object.assign(init, { method: "POST", body: JSON.stringify(body) });
    }
    const answer = await auth.handle(new Request(new URL(`/api/auth${path}`, c.req.url), init));
    const result: unknown = await answer.json().catch(() => null);
    if (!answer.ok) throw loginError(answer.status, result);
    for (const [name, value] of answer.headers) {
      if (name === "set-cookie" || name === "set-auth-token") {
        c.header(name, value, { append: name === "set-cookie" });
      }
    }
    return result;
  }

  return new Hono<HostEnv>()
    .post(
      "/api/auth/sign-up/email",
      endpoint({
        summary:
          "Become a user: logged in at once, or by the link of a letter, which says nothing of who is a user",
        audience: "anyone",
        body: "SignUp",
        answer: "SignedUp",
        errors: ["EMAIL_TAKEN", "SIGN_UP_CLOSED", "SIGN_UP_FAILED", "LOGINS_BUSY"],
      }),
      async (c) => {
        // Only these fields are passed on, because better-auth would also store a picture of any length.
        const { name, email, password } = c.req.valid("json");
        const body = { name: toDisplayName(name, "name"), email, password };
        await countAttempt(c, email);
        if (auth.verifiesEmail) await countLetter(c, email);
        const signUp = (): Promise<unknown> => call(c, "/sign-up/email", body);
        const [answer] = await Promise.all([
          signUp().catch((error: unknown) => {
            // Another sign-up may have taken the address at the same time: the second attempt then finds its user.
            if (describeError(error).code === SIGN_UP_FAILED) return signUp();
            throw error;
          }),
          auth.verifiesEmail && setTimeout(SIGN_UP_MS),
        ]);
        return c.json({ user: auth.verifiesEmail ? null : userOf(answer) });
      },
    )
    .get(
      "/api/auth/settings",
      endpoint({ summary: "What a visitor may do", audience: "anyone", answer: "AuthSettings" }),
      (c) => c.json({ sign_up: auth.signUp }),
    )
    .post(
      "/api/auth/send-verification-email",
      endpoint({
        summary: "Send the letter of a sign-up again; says nothing of who is a user",
        audience: "anyone",
        body: "SendVerificationEmail",
        answer: "Done",
        errors: ["EMAIL_VERIFICATION_OFF"],
      }),
      async (c) => {
        const body = c.req.valid("json");
        await countAttempt(c, body.email);
        await countLetter(c, body.email);
        // Without the client's cookies: to a logged-in client, better-auth answers by the session's address.
        await call(c, "/send-verification-email", body, []);
        return c.json({ ok: true } as const);
      },
    )
    .post(
      "/api/auth/verify-email",
      endpoint({
        summary: "Verify an address with the token of a letter's link; does not log in",
        audience: "anyone",
        body: "VerifyEmail",
        answer: "Done",
        errors: ["INVALID_TOKEN"],
      }),
      async (c) => {
        await countAttempt(c);
        if (!(await auth.verifyEmail(c.req.valid("json").token))) throw invalidToken();
        return c.json({ ok: true } as const);
      },
    )
    .post(
      "/api/auth/sign-in/email",
      endpoint({
        summary: "Log in",
        audience: "anyone",
        body: "SignIn",
        answer: "SignedIn",
        errors: ["INVALID_EMAIL_OR_PASSWORD", "EMAIL_NOT_VERIFIED", "BANNED", "LOGINS_BUSY"],
      }),
      async (c) => {
        const body = c.req.valid("json");
        await countAttempt(c, body.email);
        return c.json({ user: userOf(await call(c, "/sign-in/email", body)) });
      },
    )
    .post("/api/auth/sign-out", endpoint({ summary: "Log out", answer: "Done" }), async (c) => {
      await call(c, "/sign-out", {});
      return c.json({ ok: true } as const);
    })
    .get(
      "/api/auth/get-session",
      endpoint({ summary: "Who is logged in", audience: "anyone", answer: "Session" }),
      async (c) => {
        const session = await auth.findSession(c.req.raw.headers);
        if (session === null || session.banned) return c.json(null);
        const { userId: id, name, email, role, expiresAt, setCookies } = session;
        addCookies(c, setCookies);
        return c.json({ user: { id, name, email, role }, expires_at: expiresAt.toISOString() });
      },
    )
    .get(
      "/api/auth/list-sessions",
      endpoint({ summary: "List my sessions: this one, then the newest", answer: "Sessions" }),
      async (c) => {
        const sessions = await auth.listSessions(c.req.raw.headers);
        const items = sessions.map((session) => ({
          token: session.token,
          current: session.current,
          created_at: session.createdAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
          ip_address: session.ipAddress ?? null,
          user_agent: session.userAgent ?? null,
        }));
        return c.json({ items });
      },
    )
    .post(
      "/api/auth/revoke-session",
      endpoint({ summary: "End a session of mine", body: "RevokeSession", answer: "Done" }),
      async (c) => {
        await call(c, "/revoke-session", c.req.valid("json"));
        return c.json({ ok: true } as const);
      },
    )
    .post(
      "/api/auth/revoke-other-sessions",
      endpoint({ summary: "End all sessions of mine but this one", answer: "Done" }),
      async (c) => {
        await auth.endOtherSessions(c.req.raw.headers);
        return c.json({ ok: true } as const);
      },
    )
    .post(
      "/api/auth/change-password",
      endpoint({
        summary: "Change my password",
        body: "ChangePassword",
        answer: "Done",
        errors: ["INVALID_PASSWORD", "LOGINS_BUSY"],
      }),
      async (c) => {
        await countAttempt(c, c.var.principal.email);
        await call(c, "/change-password", c.req.valid("json"));
        return c.json({ ok: true } as const);
      },
    )
    .post(
      "/api/auth/request-password-reset",
      endpoint({
        summary: "Send a letter with a link for a new password; says nothing of who is a user",
        audience: "anyone",
        body: "RequestPasswordReset",
        answer: "Done",
        errors: ["NO_MAIL"],
      }),
      async (c) => {
        const body = c.req.valid("json");
        await countAttempt(c, body.email);
        await countLetter(c, body.email);
        await call(c, "/request-password-reset", body);
        return c.json({ ok: true } as const);
      },
    )
    .post(
      "/api/auth/reset-password",
      endpoint({
        summary: "Set a new password with the token of a link; ends all sessions",
        audience: "anyone",
        body: "ResetPassword",
        answer: "Done",
        errors: ["INVALID_TOKEN", "LOGINS_BUSY"],
      }),
      async (c) => {
        await countAttempt(c);
        const { token, newPassword } = c.req.valid("json");
        if (!(await auth.resetPassword(token, newPassword))) throw invalidToken();
        return c.json({ ok: true } as const);
      },
    );
}

/** Reads the user in an answer of better-auth, in which ids are strings. */
function userOf(answer: unknown): SessionUser {
  const { user } = Object(answer);
  const { id, name, email, role } = Object(user);
  return {
    id: Number(id),
    name: String(name),
    email: String(email),
    role: role === "admin" ? "admin" : "user",
  };
}

/**
 * The least milliseconds of a sign-up that must not reveal who has an account. The password is hashed for every
 * address, but inserting the rows of a new user takes a little longer than reading those of an existing user.
 */
const SIGN_UP_MS = 500;
