import {
  createMediaBudget,
  createRunLog,
  createStorage,
  type SearchResult,
  silentLogger,
  systemClock,
} from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { createAesSecrets, createServices, type ModelCatalog } from "@botwright/services";
import { sql } from "kysely";
import { createAIProxy } from "./ai-proxy/ai-proxy.ts";
import { createModelNames } from "./ai-proxy/model-names.ts";
import { createAccounts } from "./accounts/accounts.ts";
import { createAuth } from "./auth/auth.ts";
import { createSessionEnds } from "./auth/session-ends.ts";
import { createUsers } from "./auth/users.ts";
import { BINDINGS } from "./bindings.ts";
import { startCreditWarnings } from "./credits/credit-warnings.ts";
import { createCredits } from "./credits/credits.ts";
import { lowCreditsMail } from "./credits/low-credits-mail.ts";
import { createUsage } from "./credits/usage.ts";
import { createBots } from "./bots/bots.ts";
import { createCallbacks } from "./bots/callbacks/callbacks.ts";
import { createLogins } from "./bots/logins/logins.ts";
import { createCredentials } from "./credentials/credentials.ts";
import { openDatabase } from "./database/open-database.ts";
import { installDemo } from "./demo/install-demo.ts";
import { isSearchResult } from "./generated/stored.ts";
import type { HostOptions } from "./host-options.ts";
import { createHttpApp, type HttpApp } from "./http/app.ts";
import type { HostContent, HostDomains } from "./http/host-domains.ts";
import { createAttemptRecorder } from "./messages/attempt-recorder.ts";
import { createMessageFeed } from "./messages/message-feed.ts";
import { createMessages } from "./messages/messages.ts";
import { createChangeFeed } from "./changes/change-feed.ts";
import { createHealth } from "./health/health.ts";
import { recordSandboxEvents } from "./health/sandbox-events.ts";
import { createInstallations } from "./installations/installations.ts";
import { syncBuiltins } from "./library/builtins.ts";
import { createLibrary } from "./library/library.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { createServiceConfiguration } from "./models/configuration.ts";
import { type Node, startNode } from "./node.ts";
import { createPluginPool, openBuiltinPlugins, withPool } from "./plugins/builtin-plugins.ts";
import { createInstalledPlugins } from "./plugins/load-installed.ts";
import { startEmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { createInspector } from "./inspection/inspector.ts";
import { createPublication } from "./publication/publication.ts";
import { createRollBack } from "./publication/roll-back.ts";
import { createSafeUpdate } from "./safe-update/safe-update.ts";
import { logTriggerConflicts } from "./publication/trigger-conflicts.ts";
import { createSearchLog } from "./search-log/search-log.ts";
import { startRetention } from "./retention/retention.ts";
import { createAccountStorage } from "./storage/account-storage.ts";
import { createDryRuns } from "./trial/dry-run.ts";
import { createTrials } from "./trial/trial.ts";
import { createPostgresCache } from "./stores/cache.ts";
import { createPostgresCredentialStore } from "./stores/credential-store.ts";
import { createPostgresKeyValueStore } from "./stores/key-value-store.ts";
import { createPostgresLedger } from "./stores/ledger.ts";
import { createPostgresRateLimiter } from "./stores/rate-limiter.ts";
import { createPostgresServiceLog } from "./stores/service-log.ts";
import { createPostgresUsageCounter } from "./stores/usage-counter.ts";

/** A running host, whose parts are connected. */
export interface WiredHost extends AsyncDisposable {
  readonly http: HttpApp;
}

/**
 * Opens the parts of a host in the order of their dependencies:
 * database → stores and services → sandbox and plugins → domains over the database → bots → HTTP.
 * Disposing closes them in the reverse order, so that accepted messages are finished.
 *
 * Longer than other files: one list of all parts, in the order of their start.
 */
export async function wireHost(options: HostOptions): Promise<WiredHost> {
  const { publicUrl, bindings = BINDINGS, aiLimits, timeZone = "UTC" } = options;
  const { logger = silentLogger, clock = systemClock } = options;
  // Checked before the database is started, because the host cannot start with an invalid key.
  const secrets = createAesSecrets(options.keys);
  await using opened = new AsyncDisposableStack();

  const database = opened.use(
    await openDatabase({ connection: await connectionOf(options, opened), logger }),
  );
  const { db } = database;

  const limiter = createPostgresRateLimiter(db, clock);
  const configuration = createServiceConfiguration({
    database,
    secrets,
    clock,
    logger,
    ...(options.retention && { retention: options.retention }),
  });
  opened.defer(() => configuration.close());
  if (options.seed !== undefined) await configuration.seed(options.seed);
  if (options.demoProviders !== undefined) await installDemo(configuration, options.demoProviders);
  const store = createPostgresKeyValueStore(db);
  const runLog = createRunLog(logger);
  const services = createServices({
    store,
    credentials: { store: createPostgresCredentialStore(db), secrets },
    ai: {
      ...configuration.ai,
      ...(aiLimits !== undefined && { limits: aiLimits }),
      ledger: createPostgresLedger(db, clock),
      usage: createPostgresUsageCounter(db),
      timeZone,
    },
    search: {
      ...configuration.search,
      cache: createPostgresCache(db, readSearchResult, clock),
    },
    limiter,
    log: createPostgresServiceLog(db),
    logger: runLog.logger,
    clock,
  });

  let node: Node | undefined;
  const metrics = createMetrics({ db, running: () => node?.running.size ?? 0 });
  const sandboxEvents = recordSandboxEvents({ db, node: () => node?.id, logger });
  opened.defer(() => sandboxEvents.close());
  const sandbox = createSandbox({
    logger: runLog.logger,
    ...options.sandbox,
    onEvent(event) {
      metrics.onSandboxEvent(event);
      sandboxEvents.onEvent(event);
      options.sandbox?.onEvent?.(event);
    },
  });
  opened.defer(() => sandbox.close());
  const { plugins: own, version, mayRunDry } = options.builtins ?? openBuiltinPlugins(opened);
  const builtins = new Map(own.map((plugin) => [plugin.meta.slug, plugin]));
  const plugins = createInstalledPlugins({ database, sandbox, builtins, secrets, logger });
  opened.defer(() => plugins.close());

  const auth = createAuth({ ...options, db, secret: options.sessionSecret });
  const sessionEnds = createSessionEnds(database);
  opened.defer(() => sessionEnds.close());
  const users = createUsers({ db, auth, publicUrl, onBanned: () => plugins.forget() });
  const messages = createMessages({ db, secrets, logger });
  const messageFeed = createMessageFeed({ db, clock });
  opened.defer(() => messageFeed.close());
  const changeFeed = createChangeFeed({ db, clock });
  opened.defer(() => changeFeed.close());
  const models: Pick<ModelCatalog, "find"> = {
    find: async (name) => (await configuration.current()).definitions.get(name),
  };
  const safeUpdate = createSafeUpdate({ db, sandbox, messages, models, clock, logger });
  opened.defer(() => safeUpdate.close());
  const { inspect } = opened.use(createInspector());
  const publication = createPublication({
    db,
    limiter,
    sandbox,
    inspect,
    onChanged: () => plugins.forget(),
    onUpdate: (pluginId) => safeUpdate.startReview(pluginId),
  });
  const rollBack = createRollBack({ db, onChanged: (botId) => plugins.forget(botId) });
  await makeAdministrator();
  if (await syncBuiltins({ db, builtins, version, logger })) plugins.forget();
  await logTriggerConflicts(db, logger);

  async function makeAdministrator(): Promise<void> {
    const { adminEmail = "admin@localhost.localdomain", onAdminPassword } = options;
    const password = await users.ensureAdministrator(adminEmail);
    if (password !== undefined) onAdminPassword?.(adminEmail, password);
  }

  const recorder = createAttemptRecorder({ secrets, clock });
  const accounts = createAccounts({ database, secrets, clock, onChanged: () => plugins.forget() });
  const credits = createCredits({ db, timeZone, clock });
  const usage = createUsage({ db, timeZone, clock });
  const { onLowCredits, sendMail } = options;
  const days = () => configuration.retentionDays();
  opened.use(startRetention({ db, days, clock, logger }));
  opened.use(
    startCreditWarnings({
      database,
      logger,
      async onEvent(event) {
        onLowCredits?.(event);
        const { email } = await users.find(event.userId);
        await sendMail?.(lowCreditsMail(email, event, publicUrl));
      },
    }),
  );

  const ways = {
    database,
    secrets,
    bindings,
    logger,
    clock,
    ...(options.adapterOptions && { adapterOptions: options.adapterOptions }),
  };
  const bots = createBots({ ...ways, publicUrl });
  const content: HostContent = {
    bots,
    installations: createInstallations({
      db,
      secrets,
      onChanged: (botId) => plugins.forget(botId),
    }),
    library: createLibrary({ db }),
    credentials: createCredentials({ db, secrets, bindings, clock }),
    auth,
    sessionEnds,
    users,
    publication,
    messages,
    messageFeed,
    changeFeed,
    safeUpdate,
    rollBack,
    configuration,
    aiProxy: createAIProxy({ configuration, limiter, clock, logger }),
    modelNames: createModelNames({ limiter, clock }),
    searchLog: createSearchLog({ db, timeZone, clock }),
    accountStorage: createAccountStorage({ db, storage: createStorage({ store }) }),
    trials: createTrials({ sandbox, limiter, inspect, clock }),
    dryRuns: createDryRuns({
      db,
      plugins,
      store,
      limiter,
      ...(mayRunDry === true && { builtins }),
      clock,
    }),
    health: createHealth({ db }),
    accounts,
    credits,
    usage,
  };
  await options.prepare?.(content);

  const pool = createPluginPool(db);
  const started = await startNode({
    ...ways,
    logger: runLog.logger,
    publicUrl,
    recorder,
    mediaBudget: createMediaBudget({ bytes: options.mediaBytes }),
    plugins: (bot) => plugins.of(bot),
    formerVersion: (...asked) => plugins.formerVersion(...asked),
    services: (userId) => withPool(services.forAccount(userId), builtins, pool),
    onEvent(event) {
      recorder.onEvent(event);
      metrics.onEvent(event);
      runLog.onEvent(event);
      return options.onEvent?.(event);
    },
  });
  node = started;
  opened.defer(() => started.close());
  const logins = createLogins({ ...ways, lease: started, bots });
  opened.defer(() => logins.close());
  const callbacks = createCallbacks({ ...ways, lease: started, runner: started });
  opened.defer(() => callbacks.close());

  const domains: HostDomains = { ...content, logins, callbacks, metrics };
  const http = createHttpApp({
    ...options,
    ...domains,
    logger,
    limiter,
    async isReady() {
      await sql`select 1`.execute(db);
      return started.isHeld();
    },
  });

  const running = opened.move();
  return { http, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** The connection to the configured PostgreSQL server, or to one that this function starts. */
async function connectionOf(
  { database, logger = silentLogger }: HostOptions,
  opened: AsyncDisposableStack,
) {
  if (typeof database === "string") return database;
  const postgres = await startEmbeddedPostgres({ folder: database.folder, logger });
  return opened.use(postgres).connection;
}

function readSearchResult(json: string): SearchResult | undefined {
  const value: unknown = JSON.parse(json);
  return isSearchResult(value) ? value : undefined;
}
