import { createHmac, timingSafeEqual } from "node:crypto";
import { parse } from "hono/utils/cookie";
import { type Kysely, sql } from "kysely";
import { isClosed } from "../accounts/closing.ts";
import type { Schema } from "../database/schema.ts";
import type { Session } from "./session.ts";

/** Options of {@link createSessionReader}; durations are in milliseconds. */
export interface SessionReaderOptions {
  readonly db: Kysely<Schema>;
  /** The secret with which better-auth signs tokens. */
  readonly secret: string;
  /** The name of the cookie that contains the token. */
  readonly cookie: string;
  /** How long a session lasts from its last renewal. */
  readonly lastsMs: number;
  /** How old the last renewal may be before better-auth renews the session. */
  readonly renewAfterMs: number;
}

interface SessionRow {
  readonly id: number;
  readonly user_id: number;
  readonly expires_at: Date;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly banned: boolean;
}

/** Characters of a signature: 32 bytes in Base64. */
const SIGNATURE_LENGTH = 44;

/**
 * Creates a reader of sessions that needs one statement per request. better-auth needs three, and as much CPU time as a
 * small request takes in all. The reader accepts what better-auth accepts: a signed token, in the cookie or after
 * `Bearer`, whose session and user exist and which has not expired. For everything else, and for a session that is due
 * for renewal, it returns `undefined`: then better-auth decides.
 */
export function createSessionReader({
  db,
  secret,
  cookie,
  lastsMs,
  renewAfterMs,
}: SessionReaderOptions): (headers: Headers) => Promise<Session | undefined> {
  /** The part of a signed token before its signature, if the signature is valid. */
  function verify(signed: string): string | undefined {
    const end = signed.lastIndexOf(".");
    const [token, signature] = [signed.slice(0, Math.max(end, 0)), signed.slice(end + 1)];
    if (token === "" || signature.length !== SIGNATURE_LENGTH) return undefined;
    const given = Buffer.from(signature, "base64");
    const own = createHmac("sha256", secret).update(token).digest();
    return given.length === own.length && timingSafeEqual(given, own) ? token : undefined;
  }

  return async (headers) => {
    const signed = signedToken(headers, cookie);
    const token = signed === undefined ? undefined : verify(signed);
    if (token === undefined) return undefined;
    const { rows } = await sql<SessionRow>`
      /* prepared: session_read */
      select s.id, s.user_id, s.expires_at, u.name, u.email, u.role, ${isClosed("u")} as banned
      from user_session s join user_account u on u.id = s.user_id
      where s.token = ${token}`.execute(db);
    const [row] = rows;
    const leftMs = row === undefined ? 0 : row.expires_at.getTime() - Date.now();
    if (row === undefined || leftMs <= lastsMs - renewAfterMs) return undefined;
    const { id, user_id: userId, name, email, role, banned, expires_at: expiresAt } = row;
    return {
      id,
      userId,
      name,
      email,
      role: role === "admin" ? "admin" : "user",
      banned,
      expiresAt,
      setCookies: [],
    };
  };
}

/** The signed token of a request; a bearer token takes precedence over a cookie. */
function signedToken(headers: Headers, cookie: string): string | undefined {
  const authorization = headers.get("authorization");
  if (authorization === null) return parse(headers.get("cookie") ?? "", cookie)[cookie];
  const bearer = /^bearer\s+(\S+)$/iu.exec(authorization.trim())?.[1];
  if (bearer === undefined || !bearer.includes("%")) return bearer;
  try {
    return decodeURIComponent(bearer);
  } catch {
    return undefined;
  }
}
