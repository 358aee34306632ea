import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createLogger,
  createMemoryStorage,
  describeError,
  type DispatchResult,
  type Platform,
  PLATFORMS,
  type RecordedRun,
  type RunHooks,
  type SearchResult,
} from "@botwright/core";
import type { FetchServer, UserMessage } from "@botwright/harness";
import { createSandbox } from "@botwright/sandbox";
import type { PageNotice, PageTools } from "@botwright/playground";
import { createMemoryCache } from "@botwright/services";
import type { PluginFolders } from "../plugins/plugin-files.ts";
import { createCannedAnswers } from "./services/canned-answers.ts";
import { CONFIG_FILE, createConfigSource, readConfigFile } from "./config.ts";
import { createConfigCheck, findConfigWarnings } from "./config-warnings.ts";
import { atTimeOf, createDevClock } from "./services/dev-clock.ts";
import type { DevEvent, OnDevEvent } from "./events.ts";
import { createDevFetch } from "./services/fetch.ts";
import { createRunHistory } from "./runs/run-history.ts";
import { openFileStorage } from "./services/file-storage.ts";
import { listen } from "./page/listen.ts";
import { createObserver } from "./observer.ts";
import { createPage, type DevPage } from "./page/page.ts";
import { type DevPlatform, openPlatform } from "./page/platform.ts";
import { noticeOf } from "./page/page-notice.ts";
import { createPageSettings, type PageSettings } from "./page/page-settings.ts";
import { createDevPlugins, type DevPlugins } from "./plugins.ts";
import { createRecordsTool } from "./runs/records-tool.ts";
import { createDevServices } from "./services/services.ts";
import { createStorageTool } from "./services/storage-tool.ts";
import { createTranscript } from "./runs/transcript.ts";
import { watchFiles } from "./watch.ts";

/** Options of {@link startDev}. */
export interface DevOptions {
  /** Absolute paths of plugin files. */
  readonly files: readonly string[];
  /** The folders in which plugins are added and removed. */
  readonly folders: PluginFolders;
  /** The folder with the settings and the stored data. */
  readonly cwd: string;
  /** Values of settings, for all plugins. */
  readonly config: readonly (readonly [key: string, text: string])[];
  /** Stores data in a file. */
  readonly keep: boolean;
  /** `undefined`: the default port, or a free one when it is in use. */
  readonly port: number | undefined;
  /** The platform that the page shows first. */
  readonly platform: Platform;
  /** The name of the person who writes on the page. */
  readonly user: string;
  readonly onEvent: OnDevEvent;
}

/** Five simulated platforms, each with a bot that runs the plugins. */
export interface DevSession extends AsyncDisposable {
  readonly url: string;
  /** Sends a message as a person; resolves when the bot has handled it. */
  readonly say: (platform: Platform, said: UserMessage) => Promise<DispatchResult>;
  /** The platform's id for the person of this name. */
  readonly idOf: (platform: Platform, name: string) => string;
  readonly lastRun: () => Promise<RecordedRun | undefined>;
  /** Whether the newest version of every plugin's file is loaded. */
  readonly areAllLoaded: () => boolean;
}

/** Milliseconds after which a missing file counts as deleted. */
const GONE_MS = 100;
/** Milliseconds for running calls to end on exit. */
const GRACE_MS = 500;

/**
 * Starts all parts in parallel. A file that does not load is reported and loaded once it is fixed.
 *
 * This file is longer than others, because it is the one list of the parts of a session, connected and closed in order.
 */
export async function startDev(options: DevOptions): Promise<DevSession> {
  const { files, folders, cwd, keep, port, platform: start, user } = options;
  const started = performance.now();
  let configFile = await readConfigFile(cwd);
  const kept = keep ? await openFileStorage(join(cwd, ".botwright", "storage.json")) : undefined;
  const storage = kept ?? createMemoryStorage();
  const platforms = new Map<Platform, DevPlatform>();
  const early: PageNotice[] = [];
  let shown: DevPage | undefined;
  let server: FetchServer | undefined;
  const clock = createDevClock();

  function onEvent(event: DevEvent): void {
    options.onEvent(event);
    const notice = noticeOf(event);
    if (notice !== undefined && shown === undefined) early.push(notice);
    if (notice !== undefined) shown?.page.notify(notice);
  }

  const transcript = createTranscript(clock.now);
  const observer = createObserver({
    onEvent,
    onSent: transcript.onSent,
    takeSent: (platform) => platforms.get(platform)?.takeSent() ?? [],
  });
  const logger = createLogger(({ message: text, ...line }) => {
    // The events report runs, without secrets, so log lines about runs are left out.
    if (line.fields["callId"] === undefined) onEvent({ type: "log", text, ...line });
  });
  // One worker suffices, because one person writes and the files are few.
  const sandbox = createSandbox({ workers: 1, logger });
  let searchCache = createMemoryCache<SearchResult>({ clock });
  // New canned answers must not be hidden by cached results.
  const answers = createCannedAnswers(() => (searchCache = createMemoryCache({ clock })));
  const network = createDevFetch(answers);
  const source = createConfigSource(() => configFile, options.config);
  const settings: PageSettings = createPageSettings(source, () =>
    plugins.all().map(({ meta }) => meta),
  );
  const plugins: DevPlugins = createDevPlugins(files, {
    sandbox,
    logger,
    cwd,
    onEvent,
    fetch: network.fetch,
    config: settings,
  });
  const checkConfig = createConfigCheck(
    () =>
      findConfigWarnings({
        file: configFile,
        flags: options.config.map(([key]) => key),
        valuesFor: source.valuesFor,
        plugins: plugins.all().map(({ meta }) => meta),
        isComplete: plugins.areAllLoaded(),
      }),
    (text) => logger.warn(text),
  );
  const services = createDevServices({
    storage,
    credentials: () => configFile.credentials,
    clock,
    answers,
    searchCache: {
      get: (key) => searchCache.get(key),
      set: (key, value, ttlMs) => searchCache.set(key, value, ttlMs),
    },
  });
  const runs = createRunHistory(observer.journal);

  const open = async (platform: Platform, index: number): Promise<void> => {
    const opened = await openPlatform(platform, {
      plugins: plugins.installations,
      services: (slug) => services.servicesFor(slug),
      botDbId: index + 1,
      journal: observer.journal,
      logger,
      clock,
      hooksFor: () => atTime,
      onEvent(event) {
        transcript.onBotEvent(platform, event);
        observer.onBotEvent(platform, event);
        runs.onBotEvent(platform, event);
        shown?.page.onEvent(platform, event);
      },
    });
    platforms.set(platform, opened);
  };

  /** Starts runs at the time that is set on the page. */
  const atTime: RunHooks = {
    intercept: async (operation, _args, execute) =>
      operation === "call.start" ? atTimeOf(clock, await execute()) : execute(),
  };

  const find = (platform: Platform): DevPlatform => {
    const found = platforms.get(platform);
    if (found === undefined) throw new Error(`${platform} is not open`);
    return found;
  };

  let isClosed = false;
  /** What changes before this waits for it, so that each file is loaded in its last version. */
  const ready = Promise.withResolvers<void>();
  async function closeAll(): Promise<void> {
    isClosed = true;
    watcher[Symbol.dispose]();
    shown?.page.close();
    await server?.[Symbol.asyncDispose]();
    await sandbox.close({ graceMs: GRACE_MS });
    await Promise.all([...platforms.values()].map((platform) => platform[Symbol.asyncDispose]()));
    await network[Symbol.asyncDispose]();
    await kept?.flush();
  }

  const configPath = join(cwd, CONFIG_FILE);
  const watchAll = (): void => watcher.watch([...plugins.inputs(), configPath], plugins.missing());

  async function changed(path: string): Promise<void> {
    await ready.promise;
    if (isClosed) return;
    if (path !== configPath) {
      const isInFolder = folders.folders.includes(dirname(path));
      if (isInFolder && !(await isThere(path))) return listAgain();
      const isNew = isInFolder && !plugins.inputs().includes(path);
      await plugins.reload(path);
      if (isClosed) return;
      checkConfig();
      // The new version may import other files.
      watchAll();
      // A file that an import waited for may be a plugin itself.
      return isNew ? listAgain() : undefined;
    }
    try {
      configFile = await readConfigFile(cwd);
      logger.info(`${CONFIG_FILE} was read again`);
      checkConfig();
    } catch (error) {
      logger.error(describeError(error).message);
    }
  }

  /** Lists the plugins in the folders again. */
  async function listAgain(): Promise<void> {
    await ready.promise;
    // Editors may delete a file before they put the new one in its place.
    await sleep(GONE_MS);
    if (isClosed) return;
    await plugins.follow(await folders.list());
    checkConfig();
    watchAll();
  }

  const watcher = watchFiles({
    folders: folders.folders,
    onChange: (path) => void changed(path),
    onOther: () => void listAgain(),
  });

  // A file may be saved while others are loaded.
  watchAll();
  try {
    // All parts that are started in parallel must settle before any of them is closed.
    const parts = await Promise.allSettled([
      ...PLATFORMS.map(open),
      ...files.map((file) => plugins.load(file).then(watchAll)),
    ]);
    for (const part of parts) if (part.status === "rejected") throw part.reason;
    checkConfig();
    const suggestions = plugins.triggers();
    const opened = PLATFORMS.map(find);
    const tools: PageTools = {
      storage: createStorageTool(storage, plugins.slugs),
      settings,
      answers,
      clock,
      records: createRecordsTool({ cwd, runs, transcript, plugins, settings, find }),
    };
    const made = createPage({ platforms: opened, start, user, suggestions, tools });
    shown = made;
    for (const notice of early) made.page.notify(notice);
    server = await listen(made.handler, port);
    const { url } = server;
    const ms = performance.now() - started;
    onEvent({ type: "ready", url, platforms: PLATFORMS, plugins: plugins.slugs(), ms });
    ready.resolve();
    return {
      url,
      async say(platform, said) {
        const { id } = await made.page.say(platform, said);
        return find(platform).done(id);
      },
      idOf: (platform, name) => find(platform).idOf(name),
      lastRun: runs.last,
      areAllLoaded: plugins.areAllLoaded,
      [Symbol.asyncDispose]: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
