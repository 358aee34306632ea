/**
 * A process that a test kills at an exchange: for each case a bot with its plugin, on PostgreSQL, with a real
 * adapter. The test decides before and after each exchange whether it goes on. It loads the plugins first, and
 * connects when it gets the message to take the place of the process before it.
 */
import { createBotRuntime, type IncomingMessage, type BotRuntime } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import {
  createAesSecrets,
  createOpenAIProvider,
  createServices,
  type SearchProvider,
} from "@botwright/services";
import { BINDINGS } from "../../packages/host/src/bindings.ts";
import { createPostgresAdapterState } from "../../packages/host/src/bots/runner/adapter-state.ts";
import { openDatabase } from "../../packages/host/src/database/open-database.ts";
import { createPostgresInbox } from "../../packages/host/src/inbox/postgres-inbox.ts";
import { startNodeLease } from "../../packages/host/src/node-lease.ts";
import { createPostgresJournal } from "../../packages/host/src/stores/journal.ts";
import { createPostgresKeyValueStore } from "../../packages/host/src/stores/key-value-store.ts";
import { createPostgresLedger } from "../../packages/host/src/stores/ledger.ts";
import { createPostgresUsageCounter } from "../../packages/host/src/stores/usage-counter.ts";
import { serveFetch } from "../../packages/harness/src/chat/serve-fetch.ts";
import { createExchanges, exchangeSends } from "./exchanges.ts";
import {
  chatNumber,
  chatOf,
  type FromProcess,
  KILLED_SETTINGS,
  type KilledSettings,
  type ToProcess,
} from "./kill-messages.ts";
import { defectOf } from "./planted-defects.ts";
import { PLUGINS } from "./plugins.ts";

const settings: KilledSettings = JSON.parse(process.env[KILLED_SETTINGS] ?? "");
const { platform, adapterOptions, credentials, databaseUrl, secret, providerUrl, cases } = settings;

const tell = (message: FromProcess): void => void process.send?.(message);
const exchanges = createExchanges(tell);
let open: ((round: number) => Promise<void>) | undefined;
process.on("message", (message: ToProcess) => {
  exchanges.receive(message);
  if (message.type === "start") void start(message.round);
  if (message.type === "open") void open?.(message.round).then(() => tell({ type: "opened" }));
});
process.once("disconnect", () => process.exit(1));

const sandbox = createSandbox({ workers: 1, fetch: async () => new Response("42") });
const plugins = await Promise.all(
  cases.map(({ plugin }) => sandbox.load(PLUGINS[plugin] ?? "", { slug: "crashed" })),
);
tell({ type: "loaded" });

async function start(first: number): Promise<void> {
  const database = await openDatabase({ connection: databaseUrl });
  const { db } = database;
  const lease = await startNodeLease({ db });
  const inbox = createPostgresInbox({ database, lease });
  const secrets = createAesSecrets({ keys: { k1: Buffer.from(secret, "hex") }, current: "k1" });
  const journal = createPostgresJournal({ db, secrets });
  const store = createPostgresKeyValueStore(db);
  const ledger = createPostgresLedger(db);
  const usage = createPostgresUsageCounter(db);
  const adapter = BINDINGS[platform].createAdapter(credentials, {
    ...adapterOptions,
    state: createPostgresAdapterState({ db, botId: 1, epoch: 0 }),
  });
  const runtimes = new Map<number, BotRuntime>();

  async function openRound(round: number): Promise<void> {
    for (const place of cases.keys()) {
      const chat = chatNumber(round, place);
      const runtime = openBot(chat, place);
      runtimes.set(chat, runtime);
      await runtime.start();
    }
  }

  /** The bot of one chat, whose every exchange is asked for. */
  function openBot(chat: number, place: number): BotRuntime {
    const own = exchanges.of(chat);
    const plugin = plugins[place];
    if (plugin === undefined) throw new Error("there is no such case");
    const defect = defectOf(cases[place]?.defect);
    const services = createServices({
      store: defect.store(own.port("store", store)),
      ai: {
        models: [{ name: "m", provider: "scripted", inputPrice: "10000", outputPrice: "20000" }],
        providers: {
          scripted: own.port("provider", createOpenAIProvider({ baseUrl: `${providerUrl}/v1` })),
        },
        ledger: own.port("ledger", ledger),
        usage: own.port("usage", usage),
      },
      search: { providers: [own.port("search", SEARCH)] },
    }).forAccount(chat);
    const opened = inbox.open(chat);
    return createBotRuntime({
      adapter: defect.adapter(exchangeSends(adapter, own)),
      botDbId: chat,
      userId: chat,
      plugins: [plugin],
      journal: defect.journal(own.port("journal", journal)),
      services(slug, run) {
        const given = services(slug, run);
        return {
          ...given,
          aiService: defect.aiService(given.aiService),
          getPlatformCreds: async () => ({ app_id: "cli_example", app_secret: "secret" }),
        };
      },
      inbox: {
        ...opened,
        accept: (incoming) => own.around("inbox.accept", () => opened.accept(incoming)),
        process(handler) {
          opened.process(async (incoming) => {
            await handler(incoming);
            await own.ask("before", "inbox.finish");
          });
        },
      },
    });
  }

  open = openRound;
  await openRound(first);
  await adapter.start(async (incoming: IncomingMessage) =>
    runtimes.get(chatOf(incoming.message.from))?.accept(incoming),
  );
  const callbacks =
    adapter.handleRequest &&
    (await serveFetch(
      async (request) =>
        (await adapter.handleRequest?.(request)) ?? new Response(null, { status: 404 }),
    ));
  const { idempotency } = adapter.capabilities;
  tell({ type: "started", idempotency, ...(callbacks && { callbackUrl: `${callbacks.url}/` }) });
}

const SEARCH: SearchProvider = {
  name: "fake",
  async search({ query }) {
    if (query === "broken") throw new Error("no");
    return [{ title: "sunny", url: "https://example.com/", snippet: "" }];
  },
};
