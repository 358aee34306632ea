/**
 * The types of all bodies, queries and answers, by name. `typia generate` makes the validators and the
 * schemas of the OpenAPI document of them, so that both say the same. A domain's types stand in
 * `routes/<domain>-types.ts`.
 *
 * @module
 */
import type { AdminAnswers, AdminBodies, AdminQueries } from "./routes/admin-types.ts";
import type { AIAnswers, AIBodies } from "./routes/ai-types.ts";
import type { AuthAnswers, AuthBodies } from "./routes/auth-types.ts";
import type { MessageAnswers, MessageQueries } from "./routes/messages-types.ts";
import type { AccountAnswers, AccountBodies } from "./routes/account-types.ts";
import type { CreditAnswers, CreditBodies, CreditQueries } from "./routes/credits-types.ts";
import type { BotAnswers, BotBodies, BotQueries } from "./routes/bots-types.ts";
import type { LibraryAnswers, LibraryBodies, LibraryQueries } from "./routes/library-types.ts";
import type { PluginAnswers, PluginBodies } from "./routes/plugins-types.ts";
import type { ServicesAnswers, ServicesBodies, ServicesQueries } from "./routes/services-types.ts";
import type { UpdateAnswers, UpdateBodies } from "./routes/updates-types.ts";
import type { ErrorBody } from "./answer-error.ts";

/** The bodies of requests. */
export interface Bodies
  extends
    AuthBodies,
    PluginBodies,
    AdminBodies,
    BotBodies,
    LibraryBodies,
    AIBodies,
    ServicesBodies,
    CreditBodies,
    AccountBodies,
    UpdateBodies {}

/** The queries of requests, as they are read: numbers are numbers. */
export interface Queries
  extends
    AdminQueries,
    BotQueries,
    LibraryQueries,
    ServicesQueries,
    CreditQueries,
    MessageQueries {}

/** The answers. */
export interface Answers
  extends
    AuthAnswers,
    PluginAnswers,
    AdminAnswers,
    BotAnswers,
    LibraryAnswers,
    AIAnswers,
    ServicesAnswers,
    CreditAnswers,
    AccountAnswers,
    MessageAnswers,
    UpdateAnswers {
  Error: ErrorBody;
  /** An OpenAPI 3.1 document. */
  Document: object;
}
