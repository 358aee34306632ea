/**
 * The types of all bodies, queries and answers, by name. `typia generate` makes both the validators and the schemas of
 * the OpenAPI document from them, so that the two always agree. The types of one domain are in `types/<domain>.ts`.
 *
 * @module
 */
import type { AdminAnswers, AdminBodies, AdminQueries } from "./types/admin.ts";
import type { AIAnswers, AIBodies } from "./types/ai.ts";
import type { AuthAnswers, AuthBodies } from "./types/auth.ts";
import type { MessageAnswers, MessageQueries } from "./types/messages.ts";
import type { AccountAnswers, AccountBodies } from "./types/account.ts";
import type { CreditAnswers, CreditBodies, CreditQueries } from "./types/credits.ts";
import type { StorageAnswers, StorageBodies, StorageQueries } from "./types/storage.ts";
import type { BotAnswers, BotBodies, BotQueries } from "./types/bots.ts";
import type { LibraryAnswers, LibraryBodies, LibraryQueries } from "./types/library.ts";
import type { PluginAnswers, PluginBodies } from "./types/plugins.ts";
import type { ServicesAnswers, ServicesBodies, ServicesQueries } from "./types/services.ts";
import type { UpdateAnswers, UpdateBodies, UpdateQueries } from "./types/updates.ts";
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
    StorageBodies,
    UpdateBodies {}

/** The queries of requests after parsing: numbers are of type `number`. */
export interface Queries
  extends
    AdminQueries,
    BotQueries,
    LibraryQueries,
    ServicesQueries,
    CreditQueries,
    StorageQueries,
    MessageQueries,
    UpdateQueries {}

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
    StorageAnswers,
    MessageAnswers,
    UpdateAnswers {
  Error: ErrorBody;
  /** An OpenAPI 3.1 document. */
  Document: object;
}
