/**
 * The types of all tables, for Kysely. `migrations/` creates the tables.
 *
 * @module
 */
import type { BotTables } from "./tables/bots.ts";
import type { CreditTables } from "./tables/credits.ts";
import type { JournalTables } from "./tables/journal.ts";
import type { MessageTables } from "./tables/messages.ts";
import type { ModelTables } from "./tables/models.ts";
import type { NodeTables } from "./tables/nodes.ts";
import type { PluginTables } from "./tables/plugins.ts";
import type { ServiceTables } from "./tables/services.ts";
import type { UserTables } from "./tables/users.ts";

/** All tables. */
export interface Schema
  extends
    BotTables,
    CreditTables,
    JournalTables,
    MessageTables,
    ModelTables,
    NodeTables,
    PluginTables,
    ServiceTables,
    UserTables {}
