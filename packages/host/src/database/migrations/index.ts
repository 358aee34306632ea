import type { Migration } from "kysely/migration";
import { inbox } from "./0001-inbox.ts";
import { inboxFunctions } from "./0002-inbox-functions.ts";
import { inboxFinish } from "./0003-inbox-finish.ts";
import { journal } from "./0004-journal.ts";
import { storage } from "./0005-storage.ts";
import { services } from "./0006-services.ts";
import { credits } from "./0007-credits.ts";
import { creditFunctions } from "./0008-credit-functions.ts";
import { bots } from "./0009-bots-with-accounts.ts";
import { plugins } from "./0010-plugins.ts";
import { users } from "./0011-users.ts";
import { models } from "./0012-models.ts";
import { host } from "./0013-host.ts";
import { closingAccounts } from "./0014-closing-accounts.ts";
import { leftVersions } from "./0015-left-versions.ts";
import { usageAttempts } from "./0016-usage-attempts.ts";
import { clockSetBack } from "./0017-clock-set-back.ts";
import { publishedVersions } from "./0018-published-versions.ts";

/** All migrations; Kysely applies them in the order of their names. A released migration never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001-inbox": inbox,
  "0002-inbox-functions": inboxFunctions,
  "0003-inbox-finish": inboxFinish,
  "0004-journal": journal,
  "0005-storage": storage,
  "0006-services": services,
  "0007-credits": credits,
  "0008-credit-functions": creditFunctions,
  "0009-bots-with-accounts": bots,
  "0010-plugins": plugins,
  "0011-users": users,
  "0012-models": models,
  "0013-host": host,
  "0014-closing-accounts": closingAccounts,
  "0015-left-versions": leftVersions,
  "0016-usage-attempts": usageAttempts,
  "0017-clock-set-back": clockSetBack,
  "0018-published-versions": publishedVersions,
};
