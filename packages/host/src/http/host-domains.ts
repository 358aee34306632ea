import type { Auth } from "../auth/auth.ts";
import type { SessionEnds } from "../auth/session-ends.ts";
import type { Users } from "../auth/users.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Credits } from "../credits/credits.ts";
import type { Usage } from "../credits/usage.ts";
import type { Bots } from "../bots/bots.ts";
import type { Callbacks } from "../bots/callbacks/callbacks.ts";
import type { Logins } from "../bots/logins/logins.ts";
import type { Credentials } from "../credentials/credentials.ts";
import type { Installations } from "../installations/installations.ts";
import type { Library } from "../library/library.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { ChangeFeed } from "../changes/change-feed.ts";
import type { MessageFeed } from "../messages/message-feed.ts";
import type { Messages } from "../messages/messages.ts";
import type { Publication } from "../publication/publication.ts";
import type { RollBack } from "../publication/roll-back.ts";
import type { SafeUpdate } from "../safe-update/safe-update.ts";
import type { AIProxy } from "../ai-proxy/ai-proxy.ts";
import type { ModelNames } from "../ai-proxy/model-names.ts";
import type { ServiceConfiguration } from "../models/configuration.ts";
import type { DryRuns } from "../trial/dry-run.ts";
import type { Trials } from "../trial/trial.ts";
import type { Health } from "../health/health.ts";
import type { SearchLog } from "../search-log/search-log.ts";
import type { AccountStorage } from "../storage/account-storage.ts";

/** The objects of all domains that endpoints use. */
export interface HostDomains {
  readonly auth: Auth;
  readonly sessionEnds: SessionEnds;
  readonly users: Users;
  readonly publication: Publication;
  readonly messages: Messages;
  readonly messageFeed: MessageFeed;
  readonly changeFeed: ChangeFeed;
  readonly safeUpdate: SafeUpdate;
  readonly rollBack: RollBack;
  readonly bots: Bots;
  readonly logins: Logins;
  readonly callbacks: Pick<Callbacks, "handle">;
  readonly installations: Installations;
  readonly library: Library;
  readonly credentials: Credentials;
  readonly configuration: ServiceConfiguration;
  readonly aiProxy: AIProxy;
  readonly modelNames: ModelNames;
  readonly searchLog: SearchLog;
  readonly accountStorage: AccountStorage;
  readonly trials: Trials;
  readonly dryRuns: DryRuns;
  readonly health: Health;
  readonly accounts: Accounts;
  readonly credits: Credits;
  readonly usage: Usage;
  readonly metrics?: Metrics | undefined;
}

/** The domains that only read and write the database, so that they are created before the bots start. */
export type HostContent = Omit<HostDomains, "logins" | "callbacks" | "metrics">;
