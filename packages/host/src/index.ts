/**
 * The host and its parts.
 *
 * Longer than other files: the table of contents of the public API, with each symbol once.
 *
 * @module
 */

export { createHost, type Host } from "./create-host.ts";
export type { HostOptions } from "./host-options.ts";
export { createTraces, type TracesOptions } from "./metrics/traces.ts";
export { type ServedHost, serveHost, type ServeOptions } from "./server/serve.ts";
export { findConsole } from "./server/console-files.ts";
export { type Auth, type AuthOptions, createAuth } from "./auth/auth.ts";
export type { Session } from "./auth/session.ts";
export type { Mail } from "./auth/letters.ts";
export { createUsers, type User, type Users, type UsersOptions } from "./auth/users.ts";
export type { HostContent, HostDomains } from "./http/host-domains.ts";
export { DatabaseError, type DatabaseErrorCode } from "./errors.ts";
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type PostgresConnection,
  startEmbeddedPostgres,
} from "./postgres/embedded-postgres.ts";
export type { PollerOptions } from "./database/poller.ts";
export { type Database, type DatabaseOptions, openDatabase } from "./database/open-database.ts";
export { type NodeLease, type NodeLeaseOptions, startNodeLease } from "./node-lease.ts";
export {
  createPostgresInbox,
  type PostgresInbox,
  type PostgresInboxOptions,
} from "./inbox/postgres-inbox.ts";
export {
  type AdapterStateOptions,
  createPostgresAdapterState,
} from "./bots/runner/adapter-state.ts";
export {
  type BotLeases,
  type BotLeasesOptions,
  createBotLeases,
} from "./bots/runner/bot-leases.ts";
export { type OwnedBot } from "./bots/runner/owned-bots.ts";
export {
  type BotBinding,
  type Bots,
  type BotsOptions,
  type BoundBot,
  createBots,
} from "./bots/bots.ts";
export type { BotInput } from "./bots/bot-credentials.ts";
export type { BotErrorCode, Refusal } from "./bots/bot-errors.ts";
export type { BotChange, BotRecord, BotStatus } from "./bots/bot-record.ts";
export type { FieldRecord, PlatformRecord } from "./bots/platforms.ts";
export {
  type Callbacks,
  type CallbacksOptions,
  createCallbacks,
} from "./bots/callbacks/callbacks.ts";
export { createLogins, type Logins, type LoginsOptions } from "./bots/logins/logins.ts";
export type { LoginRecord, StoredLogin } from "./bots/logins/login-record.ts";
export { botContext } from "./bots/bot-context.ts";
export {
  type BotRunner,
  type BotRunnerOptions,
  createBotRunner,
} from "./bots/runner/bot-runner.ts";
export { chargePerMessage } from "./bots/runner/charge-per-message.ts";
export {
  createInstalledPlugins,
  installationContext,
  type InstalledPlugins,
  type InstalledPluginsOptions,
} from "./plugins/load-installed.ts";
export {
  type AttemptRecorder,
  type AttemptRecorderOptions,
  createAttemptRecorder,
} from "./messages/attempt-recorder.ts";
export {
  type AdminMessages,
  createMessages,
  type Messages,
  type MessagesOptions,
  type SetAsideItem,
} from "./messages/messages.ts";
export {
  createMessageFeed,
  type MessageFeed,
  type MessageFeedOptions,
} from "./messages/message-feed.ts";
export type { MessageFilter, MessageList, MessagePaging } from "./messages/list-messages.ts";
export type { MessageError, MessageItem, MessageState } from "./messages/message-rows.ts";
export type {
  AttemptView,
  CallOutcomeView,
  CallView,
  LogView,
  MessageTraceView,
  RunView,
} from "./messages/trace-view.ts";
export { createDryRuns, type DryRun, type DryRuns, type DryRunsOptions } from "./trial/dry-run.ts";
export type { DryRunStep } from "./trial/dry-run-step.ts";
export {
  createTrials,
  type TrialRequest,
  type TrialResult,
  type Trials,
  type TrialsOptions,
  type TrialTurn,
} from "./trial/trial.ts";
export type { TrialSentMessage } from "./trial/trial-chat.ts";
export {
  createHealth,
  type Health,
  type HealthReport,
  type SandboxReport,
} from "./health/health.ts";
export type { OwnPlugin, OwnVersion } from "./publication/own-plugin.ts";
export {
  createSafeUpdate,
  type OwnRerun,
  type OwnUpdateReport,
  type SafeUpdate,
  type SafeUpdateOptions,
} from "./safe-update/safe-update.ts";
export type {
  ComparedCall,
  RunComparison,
  UpdateFinding,
  UpdateReport,
} from "./safe-update/update-report.ts";
export {
  createRollBack,
  type RollBack,
  type RollBackOptions,
  type RolledBackInstallation,
  type SeenVersion,
} from "./publication/roll-back.ts";
export type { ShownValue } from "./messages/shown-value.ts";
export {
  createCredits,
  type CreditLimit,
  type Credits,
  type CreditsOptions,
  type CreditState,
} from "./credits/credits.ts";
export type { CreditMovement } from "./credits/credit-movement.ts";
export type { TopUp } from "./credits/top-up.ts";
export {
  type CreditWarnings,
  type CreditWarningsOptions,
  type LowCreditsEvent,
  startCreditWarnings,
} from "./credits/credit-warnings.ts";
export {
  createUsage,
  type ServiceUseItem,
  type Usage,
  type UsageFilter,
  type UsageOptions,
  type UsageSum,
} from "./credits/usage.ts";
export { createBackup } from "./backup/create-backup.ts";
export { restoreBackup, type RestoreOptions } from "./backup/restore-backup.ts";
export { type Accounts, type AccountsOptions, createAccounts } from "./accounts/accounts.ts";
export {
  type Retention,
  type RetentionOptions,
  type RetentionReport,
  startRetention,
} from "./retention/retention.ts";
export { RETENTION_DAYS, type RetentionDays } from "./retention/retention-days.ts";
export type { ConflictQuestion, ConflictReport } from "./installations/conflict-report.ts";
export {
  createInstallations,
  type InstallationChange,
  type Installations,
  type InstallationsOptions,
  type Installing,
} from "./installations/installations.ts";
export type { InstallationRecord, WaitingVersion } from "./installations/installation-rows.ts";
export type { Candidate, WhoWins } from "./installations/who-wins.ts";
export {
  createLibrary,
  type Library,
  type LibraryItem,
  type LibraryPlugin,
  type LibrarySearch,
  type LibraryVersion,
} from "./library/library.ts";
export { syncBuiltins, type SyncBuiltinsOptions } from "./library/builtins.ts";
export type {
  PermissionChanges,
  PermissionItem,
  PermissionSummary,
} from "./library/permission-words.ts";
export {
  createCredentials,
  type Credentials,
  type CredentialsChange,
  type CredentialsOptions,
  type CredentialsRecord,
  type NewCredentials,
} from "./credentials/credentials.ts";
export { reseal, type ResealOptions, type ResealReport } from "./secrets/reseal.ts";
export {
  type AccountStorage,
  type AccountStorageOptions,
  createAccountStorage,
  type NewStorageValue,
  type StorageChange,
  type StorageItem,
  type StorageListing,
  type StorageOverview,
  type StorageRecord,
} from "./storage/account-storage.ts";
export { createPostgresCache } from "./stores/cache.ts";
export { createPostgresCredentialStore } from "./stores/credential-store.ts";
export { createPostgresJournal, type PostgresJournalOptions } from "./stores/journal.ts";
export { createPostgresKeyValueStore } from "./stores/key-value-store.ts";
export { createPostgresLedger } from "./stores/ledger.ts";
export { createPostgresRateLimiter } from "./stores/rate-limiter.ts";
export { createPostgresServiceLog } from "./stores/service-log.ts";
export { createPostgresUsageCounter } from "./stores/usage-counter.ts";
export type { Schema } from "./database/schema.ts";
export {
  createPublication,
  type Publication,
  type PublicationOptions,
} from "./publication/publication.ts";
export type { PluginRecord } from "./publication/plugin-record.ts";
export type { ReviewedVersion } from "./publication/decisions.ts";
export type {
  ReviewItem,
  ReviewPage,
  ReviewPageOptions,
  ReviewSummary,
} from "./publication/review-queue.ts";
export {
  type AccountChange,
  type ChangeFeed,
  type ChangeFeedOptions,
  type ChangeTopic,
  type ChangeWatcher,
  createChangeFeed,
} from "./changes/change-feed.ts";
export {
  type CheckOptions,
  PluginRefusedError,
  type Submission,
} from "./publication/submission.ts";

// Models, providers, prices and search engines, which administrators change.
export {
  createServiceConfiguration,
  type ServiceConfiguration,
  type ServiceConfigurationOptions,
  type SettingsChanges,
  type SettingsRecord,
} from "./models/configuration.ts";
export type { ConfigurationSeed } from "./models/seed.ts";
export type { ConfigurationSnapshot } from "./models/snapshot.ts";
export type {
  ModelProviderRecord,
  ModelProviders,
  NewModelProvider,
} from "./models/model-providers.ts";
export type { ModelRecord, NewModel } from "./models/model-record.ts";
export type { Models } from "./models/models.ts";
export type {
  SearchProviderInput,
  SearchProviderRecord,
  SearchProviderType,
} from "./models/search-providers.ts";
export type { ServiceSettings } from "./models/settings.ts";

// Free models for everyone, and the names of models of users' own servers.
export {
  type AIProxy,
  type AIProxyAnswer,
  type AIProxyOptions,
  createAIProxy,
} from "./ai-proxy/ai-proxy.ts";
export { AI_PROXY_LIMITS } from "./ai-proxy/ai-proxy-limits.ts";
export type { AIProxyMessage, AIProxyRequest } from "./ai-proxy/request-rules.ts";
export type { FreeModel } from "./ai-proxy/free-models.ts";
export {
  createModelNames,
  type ModelNames,
  type ModelNamesAnswer,
  type ModelNamesOptions,
  type ModelNamesRequest,
} from "./ai-proxy/model-names.ts";

// Reports for administrators.
export {
  createSearchLog,
  type SearchLog,
  type SearchLogOptions,
  type SearchLogRecord,
  type SearchStats,
} from "./search-log/search-log.ts";
export { logTriggerConflicts, reportTriggerConflicts } from "./publication/trigger-conflicts.ts";

// A demo of all providers, without a network.
export { type DemoProviders, startDemoProviders } from "./demo/demo-providers.ts";
export { installDemo } from "./demo/install-demo.ts";
