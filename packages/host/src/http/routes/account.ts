import type { RateLimit, RateLimiter } from "@botwright/services";
import { Hono } from "hono";
import { hostRateLimitKeyOf } from "../../accounts/rate-limit-keys.ts";
import type { HostDomains } from "../host-domains.ts";
import { createAttemptCounter } from "../count-attempt.ts";
import { endpoint } from "../endpoint.ts";
import type { EventStreams } from "../event-streams.ts";
import { tooMany } from "../gate.ts";
import type { HostEnv } from "../host-env.ts";
import { HttpError } from "../http-error.ts";

/** Options of {@link accountRoutes}. */
interface AccountRoutesOptions extends Pick<HostDomains, "accounts" | "auth" | "changeFeed"> {
  /** Counts password attempts and exports, on all nodes together. */
  readonly limiter: RateLimiter;
  /** The console's pages notice by the end of a stream that their session has ended. */
  readonly streams: EventStreams;
}

/** The most exports of one account, because each export reads all rows of the account. */
const EXPORTS: RateLimit = { limit: 10, windowMs: 3_600_000 };

/** Endpoints that export an account, follow its changes, and delete it. */
export function accountRoutes(options: AccountRoutesOptions) {
  const { accounts, auth, changeFeed, limiter, streams } = options;
  const { countAttempt } = createAttemptCounter(limiter);
  return new Hono<HostEnv>()
    .get(
      "/api/account/export",
      endpoint({
        summary: "Download all that the host knows of me, without secrets",
        answer: "AccountExport",
        type: "application/x-ndjson",
      }),
      async (c) => {
        const { id } = c.var.principal;
        const decision = await limiter.take(hostRateLimitKeyOf("export", id), EXPORTS);
        if (!decision.allowed) throw tooMany(decision.retryAfterMs);
        const lines = ReadableStream.from(await accounts.export(id));
        return c.body(lines.pipeThrough(new TextEncoderStream()), 200, {
          "content-type": "application/x-ndjson",
          "content-disposition": `attachment; filename="account-${id}.ndjson"`,
        });
      },
    )
    .get(
      "/api/changes",
      endpoint({
        summary:
          "Follow what changes in my account: each topic now, and whenever something of it changes",
        answer: "AccountChange",
        type: "text/event-stream",
        errors: ["STREAM_LIMIT"],
      }),
      async (c) => streams.send(c, (signal) => changeFeed.watch(c.var.principal, signal)),
    )
    .delete(
      "/api/account",
      endpoint({
        summary: "Delete my account with all that belongs to it; wants the password again",
        body: "DeleteAccount",
        answer: null,
        errors: ["INVALID_PASSWORD", "LAST_ADMINISTRATOR", "BOTS_RUNNING", "LOGINS_BUSY"],
      }),
      async (c) => {
        const { id, email } = c.var.principal;
        await countAttempt(c, email);
        const { password } = c.req.valid("json");
        if (!(await auth.isPassword(id, password))) throw invalidPassword();
        await accounts.delete(id);
        return c.body(null, 204);
      },
    );
}

function invalidPassword(): HttpError {
  return new HttpError(400, "the password is wrong", { code: "INVALID_PASSWORD" });
}
