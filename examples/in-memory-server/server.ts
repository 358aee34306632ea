import { createMediaBudget, createMemoryStorage, PLATFORMS } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { createActivityLog } from "./activity.ts";
import type { Bindings } from "./bindings.ts";
import { openChatPage } from "./chat-page.ts";
import { showFirstExchange } from "./first-exchange.ts";
import { serveApp } from "./http-server.ts";
import { openPlatform } from "./platforms.ts";
import { loadPlugins } from "./plugins.ts";
import { printPlaces } from "./print-places.ts";
import { logger, print } from "./print.ts";
import { createRoutes } from "./routes.ts";
import { createRunningBot, type RunningBot } from "./running-bot.ts";

/** Options of {@link startServer}. */
export interface ServerOptions {
  port: number;
  /** Real bots; simulators play all other platforms. */
  bindings: Bindings;
}

/** A running server. */
export interface InMemoryServer {
  url: string;
  /** Takes nothing new, waits up to 30 seconds for the messages that were taken, and closes. */
  stop(): Promise<void>;
}

/**
 * Puts the parts in the order of the way of one message:
 * wire → adapter → inbox → dispatcher → sandboxed plugin → formatter → adapter → wire.
 * Every platform has an adapter, an inbox and a dispatcher of its own; the plugins are the same.
 */
export async function startServer({ port, bindings }: ServerOptions): Promise<InMemoryServer> {
  await using opened = new AsyncDisposableStack();
  let isOpen = true;

  const sandbox = opened.use(createSandbox({ logger }));
  const plugins = await loadPlugins(sandbox);
  const activity = createActivityLog();
  const storage = createMemoryStorage();
  const mediaBudget = createMediaBudget();

  const bots: RunningBot[] = [];
  for (const platform of PLATFORMS) {
    const open = await openPlatform(platform, bindings[platform]);
    const { simulator } = open;
    if (simulator !== undefined) opened.use(simulator);
    const bot = createRunningBot(open, {
      plugins,
      storage,
      mediaBudget,
      onEvent(of, event) {
        activity.onEvent(of, event);
        page.onEvent(of, event);
      },
    });
    bots.push(bot);
    const place = simulator === undefined ? "the real one" : `simulated at ${simulator.baseUrl}`;
    print(platform, place);
  }
  const slugs = plugins.map(({ meta }) => meta.slug).join(", ");
  print("plugins", `${slugs}; each message runs them in a fresh QuickJS sandbox`);

  const page = openChatPage(bots);
  const routes = createRoutes({ bots, page, activity, isOpen: () => isOpen });
  const { url } = opened.use(await serveApp(routes, port));
  for (const bot of bots) opened.defer(() => bot.stop());
  await Promise.all(bots.map((bot) => bot.start(`${url}/callbacks/${bot.platform}`)));

  await showFirstExchange(bots, activity);
  printPlaces(url, bots);

  const running = opened.move();
  return {
    url,
    async stop() {
      print("stopping", "taking nothing new, finishing what was taken");
      isOpen = false;
      page.close();
      await Promise.all(bots.map((bot) => bot.stop()));
      await running.disposeAsync();
      print("stopped", `${activity.received()} messages received, ${activity.handled()} handled`);
    },
  };
}
