import { join } from "node:path";
import {
  createLogger,
  createMemoryStorage,
  describeError,
  type DispatchResult,
  type Platform,
  PLATFORMS,
  type RecordedRun,
} from "@botwright/core";
import { type FetchServer, type RequestHandler, serveFetch } from "@botwright/harness";
import { createSandbox } from "@botwright/sandbox";
import type { UserMessage } from "@botwright/harness";
import type { PageNotice } from "@botwright/playground";
import { CONFIG_FILE, createConfigSource, readConfigFile } from "./config.ts";
import type { DevEvent, OnDevEvent } from "./events.ts";
import { createDevFetch } from "./fetch.ts";
import { openKeptStorage } from "./kept-storage.ts";
import { createObserver } from "./observer.ts";
import { createPage, type DevPage } from "./page.ts";
import { type DevPlatform, openPlatform } from "./platform.ts";
import { createDevPlugins } from "./plugins.ts";
import { createDevServices } from "./services.ts";
import { createFileWatcher } from "./watch.ts";

/** Options of {@link startDev}. */
export interface DevOptions {
  /** Absolute paths of plugin files. */
  readonly files: readonly string[];
  /** The folder with settings and kept storage. */
  readonly cwd: string;
  /** Values of settings, for all plugins. */
  readonly config: readonly (readonly [key: string, text: string])[];
  /** Keeps storage in a file. */
  readonly keep: boolean;
  /** `undefined`: the default port, or a free one when it is in use. */
  readonly port: number | undefined;
  /** The person whom the page plays. */
  readonly user: string;
  readonly onEvent: OnDevEvent;
}

/** Five simulated platforms with bots that have the plugins. */
export interface DevSession extends AsyncDisposable {
  readonly url: string;
  /** Says something, and resolves when the bot is done with it. */
  readonly say: (platform: Platform, said: UserMessage) => Promise<DispatchResult>;
  /** The platform's id for a person by this name. */
  readonly idOf: (platform: Platform, name: string) => string;
  readonly lastRun: () => Promise<RecordedRun | undefined>;
}

/** The default port of the page. */
const USUAL_PORT = 4747;
/** Milliseconds for running calls to end on exit. */
const GRACE_MS = 500;

/** Starts all parts in parallel. A file that does not load is reported and loaded once it is fixed. */
export async function startDev(options: DevOptions): Promise<DevSession> {
  const { files, cwd, keep, port, user } = options;
  const started = performance.now();
  let configFile = await readConfigFile(cwd);
  const kept = keep ? await openKeptStorage(join(cwd, ".botwright", "storage.json")) : undefined;
  const storage = kept ?? createMemoryStorage();
  const platforms = new Map<Platform, DevPlatform>();
  const early: PageNotice[] = [];
  let shown: DevPage | undefined;
  let server: FetchServer | undefined;
  const watcher = createFileWatcher((path) => void changed(path));

  function onEvent(event: DevEvent): void {
    options.onEvent(event);
    const notice = noticeOf(event);
    if (notice !== undefined && shown === undefined) early.push(notice);
    if (notice !== undefined) shown?.page.notify(notice);
  }

  const observer = createObserver({
    onEvent,
    takeSent: (platform) => platforms.get(platform)?.takeSent() ?? [],
  });
  const logger = createLogger(({ message: text, ...line }) =>
    onEvent({ type: "log", text, ...line }),
  );
  // One person talks, and the files are few.
  const sandbox = createSandbox({ workers: 1, logger });
  const network = createDevFetch();
  const plugins = createDevPlugins(files, {
    sandbox,
    logger,
    cwd,
    onEvent,
    fetch: network.fetch,
    config: createConfigSource(() => configFile, options.config),
  });
  const services = createDevServices({ storage, credentials: configFile.credentials });

  const open = async (platform: Platform, index: number): Promise<void> => {
    const opened = await openPlatform(platform, {
      plugins: plugins.installations,
      services: (slug) => services.servicesFor(slug),
      botDbId: index + 1,
      journal: observer.journal,
      logger,
      onEvent(event) {
        observer.onBotEvent(platform, event);
        shown?.page.onEvent(platform, event);
      },
    });
    platforms.set(platform, opened);
  };

  const find = (platform: Platform): DevPlatform => {
    const found = platforms.get(platform);
    if (found === undefined) throw new Error(`${platform} is not open`);
    return found;
  };

  async function closeAll(): Promise<void> {
    watcher[Symbol.dispose]();
    shown?.page.close();
    await server?.[Symbol.asyncDispose]();
    await sandbox.close({ graceMs: GRACE_MS });
    await Promise.all([...platforms.values()].map((platform) => platform[Symbol.asyncDispose]()));
    await network[Symbol.asyncDispose]();
    await kept?.flush();
  }

  const configPath = join(cwd, CONFIG_FILE);
  const watchAll = (): void => watcher.watch([...plugins.inputs(), configPath]);

  async function changed(path: string): Promise<void> {
    if (path !== configPath) {
      await plugins.reload(path);
      // Another version may import other files.
      return watchAll();
    }
    try {
      configFile = await readConfigFile(cwd);
      logger.info(`${CONFIG_FILE} was read again`);
    } catch (error) {
      logger.error(describeError(error).message);
    }
  }

  try {
    // What is started side by side ends before anything is closed.
    const parts = await Promise.allSettled([
      ...PLATFORMS.map(open),
      ...files.map((file) => plugins.load(file)),
    ]);
    for (const part of parts) if (part.status === "rejected") throw part.reason;
    const suggestions = plugins.triggers();
    const made = createPage({ platforms: PLATFORMS.map(find), user, suggestions });
    shown = made;
    for (const notice of early) made.page.notify(notice);
    server = await listen(made.handler, port);
    watchAll();
    const { url } = server;
    const ms = performance.now() - started;
    onEvent({ type: "ready", url, platforms: PLATFORMS, plugins: plugins.slugs(), ms });
    return {
      url,
      async say(platform, said) {
        const { id } = await made.page.say(platform, said);
        return find(platform).done(id);
      },
      idOf: (platform, name) => find(platform).idOf(name),
      lastRun: observer.lastRun,
      [Symbol.asyncDispose]: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** What the page shows about its host. */
function noticeOf(event: DevEvent): PageNotice | undefined {
  if (event.type === "loaded" && event.isReload) {
    return { kind: "done", text: `${event.file} loaded again` };
  }
  if (event.type !== "load-failed") return undefined;
  return { kind: "error", text: `${event.file}: ${event.message}` };
}

async function listen(handler: RequestHandler, port?: number): Promise<FetchServer> {
  try {
    return await serveFetch(handler, port ?? USUAL_PORT);
  } catch (error) {
    if (port === undefined && isTaken(error)) return serveFetch(handler);
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
