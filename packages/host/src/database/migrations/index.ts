import type { Migration } from "kysely/migration";
import { inbox } from "./0001-inbox.ts";
import { services } from "./0002-services.ts";
import { bots } from "./0003-bots.ts";
import { journal } from "./0004-journal.ts";
import { plugins } from "./0005-plugins.ts";
import { users } from "./0006-users.ts";
import { models } from "./0007-models.ts";
import { credits } from "./0008-credits.ts";
import { messages } from "./0009-messages.ts";
import { installations } from "./0010-installations.ts";
import { sandboxEvents } from "./0012-sandbox-events.ts";
import { endedTogether } from "./0013-ended-together.ts";
import { sessions } from "./0014-sessions.ts";
import { deletions } from "./0015-deletions.ts";
import { verifiedUsers } from "./0016-verified-users.ts";
import { renewedReservations } from "./0017-renewed-reservations.ts";
import { endedOnce } from "./0018-ended-once.ts";
import { botsInTurn } from "./0019-bots-in-turn.ts";
import { accepting } from "./0020-accepting.ts";
import { chatsOfBots } from "./0021-chats-of-bots.ts";
import { countedEntries } from "./0022-counted-entries.ts";

/** All migrations by name, which is their order. A released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001-inbox": inbox,
  "0002-services": services,
  "0003-bots": bots,
  "0004-journal": journal,
  "0005-plugins": plugins,
  "0006-users": users,
  "0007-models": models,
  "0008-credits": credits,
  "0009-messages": messages,
  "0010-installations": installations,
  "0012-sandbox-events": sandboxEvents,
  "0013-ended-together": endedTogether,
  "0014-sessions": sessions,
  "0015-deletions": deletions,
  "0016-verified-users": verifiedUsers,
  "0017-renewed-reservations": renewedReservations,
  "0018-ended-once": endedOnce,
  "0019-bots-in-turn": botsInTurn,
  "0020-accepting": accepting,
  "0021-chats-of-bots": chatsOfBots,
  "0022-counted-entries": countedEntries,
};
