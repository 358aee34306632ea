import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { describeError, InfrastructureError, type Logger, silentLogger } from "@botwright/core";
import { betterAuth } from "better-auth";
import { APIError, isAPIError } from "better-auth/api";
import { bearer } from "better-auth/plugins";
import { CamelCasePlugin, type Kysely } from "kysely";
import { isClosed } from "../accounts/closing.ts";
import { isForeignKeyViolation } from "../database/constraints.ts";
import { addressGroup } from "../ai-proxy/address-group.ts";
import type { Schema } from "../database/schema.ts";
import { bannedUser, unknownUser, wrongPassword } from "./auth-errors.ts";
import { createHashQueue, type HashQueue, LOGINS_BUSY } from "./hash-queue.ts";
import {
  existingAccountMail,
  type Mail,
  resetMail,
  unverifiedAccountMail,
  verificationMail,
} from "./letters.ts";
import { endOtherSessions, listOwnSessions, type SessionRow } from "./own-sessions.ts";
import { endOvertaken, type LoginRequest } from "./password-proof.ts";
import { readPassword, replacePassword } from "./password-rows.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { resetIdentifier, resetPassword } from "./reset-password.ts";
import type { Session } from "./session.ts";
import { createSessionReader } from "./session-reader.ts";
import { LINK_MS, markVerified, verifyEmail } from "./verify-email.ts";

/** Options of {@link createAuth}. */
export interface AuthOptions {
  readonly db: Kysely<Schema>;
  /** Signs cookies and bearer tokens: at least 32 characters, the same on all nodes. */
  readonly secret: string;
  /** The URL at which users reach the host, such as `https://bots.example.org`. */
  readonly publicUrl: string;
  /** Sends mail, for example to users who forgot their passwords. Without it only an administrator can help them. */
  readonly sendMail?: (mail: Mail) => Promise<void>;
  /** Whether anybody may sign up. @default true */
  readonly signUp?: boolean;
  /**
   * Whether a new user must open the link in a mail before the first login. Only then does a sign-up not reveal whether
   * an address has an account. @default true with `sendMail`, else false
   */
  readonly verifyEmail?: boolean;
  /** The queue in which passwords are hashed. @default a queue of its own */
  readonly hashes?: HashQueue;
  readonly logger?: Logger;
}

/** The header with the client's address for {@link Auth.handle}. The host sets it; clients cannot. */
export const ADDRESS_HEADER = "x-botwright-address";

/** Login by e-mail and password, with sessions as cookies or bearer tokens. */
export interface Auth {
  /** Whether anybody may sign up. */
  readonly signUp: boolean;
  /** Whether new users must verify their addresses, so that each sign-up sends a mail. */
  readonly verifiesEmail: boolean;
  /** Answers a request to better-auth's endpoints, in better-auth's form. Rejects if the host fails. */
  handle(request: Request): Promise<Response>;
  /** Reads the session of a cookie or a bearer token. */
  findSession(headers: Headers): Promise<Session | null>;
  /** The sessions of the user of a cookie or a bearer token: the requesting one, then the newest, at most 100. */
  listSessions(headers: Headers): Promise<readonly SessionRow[]>;
  /** Ends all sessions of the user of a cookie or a bearer token, except the requesting one. */
  endOtherSessions(headers: Headers): Promise<void>;
  /** @throws {BotwrightError} `LOGINS_BUSY` */
  hashPassword(password: string): Promise<string>;
  /** Whether it is the user's password. @throws {BotwrightError} `LOGINS_BUSY` */
  isPassword(userId: number, password: string): Promise<boolean>;
  /** Verifies an address by the token in a mail, once. Returns `false` if the token is not valid. */
  verifyEmail(token: string): Promise<boolean>;
  /**
   * Sets a password by the token of a link, once, and ends the user's sessions and other links.
   *
   * @returns `false` if the token is not valid
   * @throws {BotwrightError} `LOGINS_BUSY`; the token then stays valid
   */
  resetPassword(token: string, password: string): Promise<boolean>;
  /** Makes a token by which the user's password can be set once. */
  createResetToken(userId: number, expiresAt: Date): Promise<string>;
}

/** What better-auth passes to the function that sends a mail with a link. */
interface VerificationLetter {
  readonly user: { readonly email: string };
  readonly token: string;
}

/** The lengths of passwords, in characters. */
const PASSWORD = { shortest: 10, longest: 128 };

/**
 * Creates the login on top of better-auth. Its administration, rate limits and errors are not used: a ban is a column
 * that every kind of login checks, the host has its own limits, and `http/` translates the errors.
 *
 * Longer than other files: the configuration of better-auth is one object, and the types of the methods derive from it.
 */
export function createAuth(options: AuthOptions): Auth {
  const { db, secret, publicUrl, sendMail, signUp = true, logger = silentLogger } = options;
  const { hashes = createHashQueue() } = options;
  const verifiesEmail = sendMail !== undefined && options.verifyEmail !== false;
  /** The requests that better-auth answers. */
  const requests = new AsyncLocalStorage<LoginRequest>();

  /** Hashes in the turn of the client. Passwords that administrators or the host set share the client "host". */
  function inTurn<Result>(
    task: () => Promise<Result>,
    client = requests.getStore()?.client ?? "host",
  ): Promise<Result> {
    return hashes.run(client, task);
  }

  /** Sends a mail without waiting for it: its duration or failure would reveal who is a user. */
  function send(mail: Mail | Promise<Mail>): void {
    Promise.resolve(mail)
      .then(sendMail)
      .catch((error: unknown) => logger.error("a letter was not sent", describeError(error)));
  }

  const auth = betterAuth({
    secret,
    baseURL: publicUrl,
    basePath: "/api/auth",
    // Tables and columns have names in snake case, the fields of better-auth in camel case.
    database: { db: db.withPlugin(new CamelCasePlugin()), type: "postgres" },
    advanced: {
      cookiePrefix: "botwright",
      database: { generateId: "serial" },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // `refuseForeignOrigins` has checked the origin before, for all endpoints.
      disableOriginCheck: true,
      disableCSRFCheck: true,
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      onError(error) {
        // The account was deleted while its password was checked, so the session cannot be inserted.
        if (isForeignKeyViolation(error)) throw unknownUser();
        const { code, message } = describeError(error);
        if (code === LOGINS_BUSY) throw new APIError("SERVICE_UNAVAILABLE", { code, message });
        // Otherwise better-auth would answer 500 without the cause, also when the database cannot be reached.
        if (!isAPIError(error)) throw error;
      },
    },
    user: {
      modelName: "user_account",
      additionalFields: {
        role: { type: "string", input: false, defaultValue: "user" },
        banned: { type: "boolean", input: false, defaultValue: false },
      },
    },
    session: { modelName: "user_session" },
    account: { modelName: "user_login" },
    verification: { modelName: "user_verification" },
    emailAndPassword: {
      enabled: true,
      disableSignUp: !signUp,
      minPasswordLength: PASSWORD.shortest,
      maxPasswordLength: PASSWORD.longest,
      password: {
        async hash(password) {
          const hash = await inTurn(() => hashPassword(password));
          const request = requests.getStore();
          if (request !== undefined) request.hash ??= hash;
          return hash;
        },
        async verify(given) {
          const isRight = await inTurn(() => verifyPassword(given));
          const request = requests.getStore();
          if (request !== undefined && isRight) request.hash = given.hash;
          return isRight;
        },
      },
      ...(sendMail && {
        async sendResetPassword({ user, token }) {
          send(resetMail(user.email, publicUrl, token));
        },
      }),
      requireEmailVerification: verifiesEmail,
      async onExistingUserSignUp({ user: { id, email, emailVerified } }) {
        send(
          emailVerified
            ? existingAccountMail(email, publicUrl)
            : createResetToken(Number(id), new Date(Date.now() + LINK_MS)).then((token) =>
                unverifiedAccountMail(email, publicUrl, token),
              ),
        );
      },
    },
    ...(verifiesEmail && {
      emailVerification: {
        expiresIn: LINK_MS / 1000,
        async sendVerificationEmail({ user, token }: VerificationLetter) {
          send(verificationMail(user.email, publicUrl, token));
        },
      },
    }),
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: { ...user, emailVerified: !verifiesEmail } }),
        },
      },
      account: {
        update: {
          // Only a change of the password updates an account. better-auth would overwrite whichever password is there.
          async before({ password }, context) {
            const request = requests.getStore();
            const userId = Number(context?.context.session?.user.id);
            if (request?.hash === undefined || typeof password !== "string") return undefined;
            const change = { userId, from: request.hash, to: password };
            if (!(await replacePassword(db, change))) throw wrongPassword();
            request.hash = password;
            // The row is written.
            return false;
          },
        },
      },
      session: {
        create: {
          async before(session) {
            const user = await db
              .selectFrom("user_account")
              .select(["email_verified", isClosed().as("closed")])
              .where("id", "=", Number(session.userId))
              .executeTakeFirst();
            if (user?.closed === true) throw bannedUser();
            // Without verification, a login marks the address as verified, in case verification is turned on later.
            if (user?.email_verified === false) await markVerified(db, Number(session.userId));
          },
          async after({ id, userId }) {
            const hash = requests.getStore()?.hash;
            if (hash === undefined) return;
            const session = { id: Number(id), userId: Number(userId) };
            const overtaken = await endOvertaken(db, session, hash);
            if (overtaken !== undefined) throw overtaken === "ban" ? bannedUser() : unknownUser();
          },
        },
      },
    },
    plugins: [bearer({ requireSignature: true })],
  });
  const reading = auth.$context.then(({ authCookies, sessionConfig }) =>
    createSessionReader({
      db,
      secret,
      cookie: authCookies.sessionToken.name,
      lastsMs: sessionConfig.expiresIn * 1000,
      renewAfterMs: sessionConfig.updateAge * 1000,
    }),
  );

  /** Asks better-auth for the session; better-auth renews it if it is due. */
  async function askForSession(headers: Headers): Promise<Session | null> {
    const answer = await auth.api.getSession({ headers, returnHeaders: true });
    const found = answer.response;
    if (found === null) return null;
    const { id, name, email, role, banned } = found.user;
    return {
      id: Number(found.session.id),
      userId: Number(id),
      name,
      email,
      role: role === "admin" ? "admin" : "user",
      banned,
      expiresAt: found.session.expiresAt,
      // A client with a bearer token uses no cookie.
      setCookies: headers.has("authorization") ? [] : answer.headers.getSetCookie(),
    };
  }

  async function findSession(headers: Headers): Promise<Session | null> {
    try {
      const readSession = await reading;
      return (await readSession(headers)) ?? (await askForSession(headers));
    } catch (error) {
      throw isOwnFailure(error) ? sessionUnreadable(error) : error;
    }
  }

  async function createResetToken(userId: number, expiresAt: Date): Promise<string> {
    const token = randomBytes(24).toString("base64url");
    const { internalAdapter } = await auth.$context;
    await internalAdapter.createVerificationValue({
      identifier: resetIdentifier(token),
      value: String(userId),
      expiresAt,
    });
    return token;
  }

  return {
    signUp,
    verifiesEmail,
    handle(request) {
      const client = addressGroup(request.headers.get(ADDRESS_HEADER) ?? "");
      return requests.run({ client }, () => auth.handler(request));
    },
    findSession,
    async listSessions(headers) {
      const session = await findSession(headers);
      return session === null ? [] : listOwnSessions(db, session);
    },
    async endOtherSessions(headers) {
      const session = await findSession(headers);
      if (session !== null) await endOtherSessions(db, session);
    },
    hashPassword: (password) => inTurn(() => hashPassword(password)),
    async isPassword(userId, password) {
      const hash = await readPassword(db, userId);
      if (hash === undefined) return false;
      const isRight = await inTurn(() => verifyPassword({ hash, password }), clientOf(userId));
      // Another one may have been set meanwhile.
      return isRight && (await readPassword(db, userId)) === hash;
    },
    verifyEmail: (token) => verifyEmail(db, secret, token),
    resetPassword: (token, password) =>
      resetPassword(db, token, (userId) => inTurn(() => hashPassword(password), clientOf(userId))),
    createResetToken,
  };
}

/** The queue's client for a user who is known before the password is hashed. */
function clientOf(userId: number): string {
  return `user ${userId}`;
}

/** Whether better-auth itself failed: it reads sessions from the database, and drops the cause of a failure. */
function isOwnFailure(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, "statusCode") === 500;
}

function sessionUnreadable(cause: unknown): InfrastructureError {
  return new InfrastructureError("the session could not be read", { cause });
}
