import { createHash, timingSafeEqual } from "node:crypto";
import type { RateLimit, RateLimiter } from "@botwright/services";
import { BANNED } from "../accounts/assert-standing.ts";
import type { Auth } from "../auth/auth.ts";
import { HttpError } from "./http-error.ts";

/** Who makes the request. */
export interface Principal {
  /** The id of the account; 0 for the administrator's token. */
  readonly id: number;
  readonly role: "user" | "admin";
  readonly email: string;
  /** The session of the request; `null` for the administrator's token. */
  readonly sessionId: number | null;
  /** The cookies of a session that this request has renewed. */
  readonly setCookies?: readonly string[];
}

/** Who may use an endpoint. */
export type Audience = "anyone" | "user" | "admin";

/** Options of {@link createGate}. */
export interface GateOptions {
  readonly auth: Auth;
  /** A token for scripts that gives access to the administrators' endpoints. */
  readonly adminToken?: string | undefined;
  /** Counts the requests of one client; in memory, per node. */
  readonly limiter: RateLimiter;
  /** The most requests of one client. */
  readonly requests: RateLimit;
}

/** Decides who may make requests, and how many. */
export interface Gate {
  /**
   * Returns who makes the request, if the audience includes them.
   *
   * @throws {HttpError} 401 `NOT_LOGGED_IN`, 403 `BANNED` or `NOT_ALLOWED`
   */
  authenticate(headers: Headers, audience: "user" | "admin"): Promise<Principal>;
  /** @throws {HttpError} 429 `TOO_MANY_REQUESTS` */
  count(client: string): Promise<void>;
}

/** The principal of the administrator's token; no user has the id 0. */
const TOKEN: Principal = { id: 0, role: "admin", email: "", sessionId: null };

/** Creates the gate of a host. */
export function createGate({ auth, adminToken, limiter, requests }: GateOptions): Gate {
  const tokenHash = adminToken === undefined ? undefined : hash(adminToken);

  function isAdminToken(headers: Headers): boolean {
    const given = /^bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    return (
      given !== undefined && tokenHash !== undefined && timingSafeEqual(hash(given), tokenHash)
    );
  }

  async function find(headers: Headers, audience: "user" | "admin"): Promise<Principal> {
    if (isAdminToken(headers)) {
      if (audience === "admin") return TOKEN;
      throw notAllowed("the administrator's token serves /api/admin only: log in instead");
    }
    const session = await auth.findSession(headers);
    if (session === null) {
      throw new HttpError(401, "log in first: there is no session, or it has ended", {
        code: "NOT_LOGGED_IN",
      });
    }
    if (session.banned) throw new HttpError(403, BANNED, { code: "BANNED" });
    const { id: sessionId, userId: id, email, role, setCookies } = session;
    return { id, email, role, sessionId, setCookies };
  }

  return {
    async authenticate(headers, audience) {
      const principal = await find(headers, audience);
      if (audience === "admin" && principal.role !== "admin") {
        throw notAllowed("this is for administrators only");
      }
      return principal;
    },
    async count(client) {
      const decision = await limiter.take(client, requests);
      if (!decision.allowed) throw tooMany(decision.retryAfterMs);
    },
  };
}

/** The error for a client that makes too many requests. */
export function tooMany(retryAfterMs: number): HttpError {
  const retryAfter = Math.ceil(retryAfterMs / 1000);
  return new HttpError(429, `too many requests: try again in ${retryAfter} s`, {
    code: "TOO_MANY_REQUESTS",
    retryAfter,
  });
}

function notAllowed(message: string): HttpError {
  return new HttpError(403, message, { code: "NOT_ALLOWED" });
}

/** Hashes a token: hashes have one length, so that comparing them takes constant time. */
function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
