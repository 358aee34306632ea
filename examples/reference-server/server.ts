import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { createBot, createDispatcher, createMemoryInbox } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { startSimulator } from "@botwright/simulators";
import { createActivityLog } from "./activity.ts";
import { showFirstExchange } from "./first-exchange.ts";
import { serveApp } from "./http-server.ts";
import { loadPlugins } from "./plugins.ts";
import { logger, print } from "./print.ts";
import { createRoutes } from "./routes.ts";
import { until } from "./until.ts";

/** Options of {@link startServer}. */
export interface ServerOptions {
  port: number;
  /** A real bot's token; without one the simulator plays Telegram. */
  token?: string;
  /** Another Bot API server than Telegram's own. */
  apiBase?: string;
}

/** A running reference server. */
export interface ReferenceServer {
  url: string;
  /** Takes nothing new, answers everything that was taken, and closes. */
  stop(): Promise<void>;
}

/** How long messages that were taken may still need when the server stops, in milliseconds. */
const DRAIN_MS = 30_000;

/**
 * Puts the parts in the order of the way of one message:
 * wire → adapter → inbox → dispatcher → sandboxed plugin → formatter → adapter → wire.
 */
export async function startServer(options: ServerOptions): Promise<ReferenceServer> {
  const { port, token, apiBase } = options;
  await using opened = new AsyncDisposableStack();
  let isOpen = true;

  const simulator = token === undefined ? opened.use(await startSimulator("telegram")) : undefined;
  const connection =
    simulator === undefined
      ? { token: token ?? "", ...(apiBase === undefined ? {} : { apiBase }) }
      : { ...simulator.credentials, apiBase: simulator.baseUrl };
  print(
    "telegram",
    simulator === undefined
      ? (apiBase ?? "the Bot API itself")
      : `simulated at ${simulator.baseUrl}`,
  );

  const sandbox = opened.use(createSandbox({ logger }));
  const plugins = await loadPlugins(sandbox);
  const slugs = plugins.map(({ meta }) => meta.slug).join(", ");
  print("plugins", `${slugs}; each message runs them in a fresh QuickJS sandbox`);

  const adapter = createTelegramAdapter({ ...connection, logger });
  const dispatcher = createDispatcher({ plugins, bot: createBot(adapter), logger });
  const inbox = createMemoryInbox({ logger });
  const activity = createActivityLog();
  inbox.process(async (incoming) => activity.add(incoming, await dispatcher.dispatch(incoming)));

  const routes = await createRoutes({ simulator, activity, isOpen: () => isOpen });
  const { url } = opened.use(await serveApp(routes, port));
  opened.defer(() => adapter.stop());
  await adapter.start((incoming) => inbox.accept(incoming));
  if (simulator !== undefined) {
    await showFirstExchange(simulator, activity);
    print("page", `${url}/`);
    print("say", `curl ${url}/simulators/telegram/say --json '{"from":"1001","text":"你好"}'`);
    print("answers", `curl ${url}/simulators/telegram/sent`);
  }
  print("health", `${url}/healthz   (Ctrl-C ends)`);

  const running = opened.move();
  return {
    url,
    async stop() {
      print("stopping", "taking nothing new, finishing what was taken");
      isOpen = false;
      if (simulator !== undefined) await until(() => simulator.pending() === 0, DRAIN_MS);
      await adapter.stop();
      await Promise.race([inbox.drain(), until(() => false, DRAIN_MS)]);
      await inbox.close();
      await running.disposeAsync();
      print("stopped", `${activity.received()} messages received, ${activity.handled()} handled`);
    },
  };
}
