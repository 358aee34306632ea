import { join } from "node:path";
import {
  createMemoryStorage,
  describeError,
  type DispatchResult,
  type Logger,
  type Platform,
  PLATFORMS,
  type RecordedRun,
} from "@botwright/core";
import { type FetchServer, serveFetch } from "@botwright/harness";
import { createSandbox } from "@botwright/sandbox";
import type { SayInput } from "@botwright/simulators";
import { CONFIG_FILE, createConfigSource, readConfigFile } from "./config.ts";
import type { OnDevEvent } from "./events.ts";
import { createDevFetch } from "./fetch.ts";
import { openKeptStorage } from "./kept-storage.ts";
import { createObserver } from "./observer.ts";
import { createPage } from "./page.ts";
import { type DevPlatform, openPlatform } from "./platform.ts";
import { createDevPlugins } from "./plugins.ts";
import { createDevServices } from "./services.ts";
import { watchFiles } from "./watch.ts";

/** Options of {@link startDev}. */
export interface DevOptions {
  /** Absolute paths of plugin files. */
  readonly files: readonly string[];
  /** The folder of settings and kept storage. */
  readonly cwd: string;
  /** Values of settings, for all plugins. */
  readonly config: readonly (readonly [key: string, text: string])[];
  /** Keeps storage in a file. */
  readonly keep: boolean;
  /** `undefined`: the usual one, or a free one when it is taken. */
  readonly port: number | undefined;
  readonly onEvent: OnDevEvent;
}

/** Five simulated platforms with bots that have the plugins. */
export interface DevSession extends AsyncDisposable {
  readonly url: string;
  /** Says something as a person by this name, and resolves when the bot is done with it. */
  readonly say: (platform: Platform, said: SayInput) => Promise<DispatchResult>;
  readonly idOf: (platform: Platform, name: string) => string;
  readonly lastRun: () => RecordedRun | undefined;
}

/** Where the page is, unless told. */
const USUAL_PORT = 4747;
/** Milliseconds that running calls are given at the end. */
const GRACE_MS = 500;

/** Starts everything side by side. A file that does not load is told, and loaded when it is mended. */
export async function startDev(options: DevOptions): Promise<DevSession> {
  const { files, cwd, keep, port, onEvent } = options;
  const started = performance.now();
  let configFile = await readConfigFile(cwd);
  const kept = keep ? await openKeptStorage(join(cwd, ".botwright", "storage.json")) : undefined;
  const storage = kept ?? createMemoryStorage();
  const logger = createLogger(onEvent);
  const sandbox = createSandbox({ logger });
  const network = createDevFetch();
  const platforms = new Map<Platform, DevPlatform>();
  const observer = createObserver({
    onEvent,
    takeSent: (platform) => platforms.get(platform)?.takeSent() ?? [],
  });
  const { journal, onCall, around } = observer;
  const plugins = createDevPlugins(files, {
    sandbox,
    logger,
    cwd,
    onEvent,
    onCall,
    fetch: network.fetch,
    config: createConfigSource(() => configFile, options.config),
  });
  const services = createDevServices({ storage, credentials: configFile.credentials });

  const open = async (platform: Platform, index: number): Promise<void> => {
    const opened = await openPlatform(platform, {
      plugins: plugins.installations,
      services: (slug) => services.servicesFor(slug),
      botDbId: index + 1,
      journal,
      logger,
      around: (incoming, work) => around(platform, incoming, work),
    });
    platforms.set(platform, opened);
  };
  const page = createPage({
    find: (name) => [...platforms.values()].find(({ platform }) => platform === name),
  });

  async function closeAll(): Promise<void> {
    watching?.[Symbol.dispose]();
    await server?.[Symbol.asyncDispose]();
    await sandbox.close({ graceMs: GRACE_MS });
    await Promise.all([...platforms.values()].map((platform) => platform[Symbol.asyncDispose]()));
    await network[Symbol.asyncDispose]();
    await kept?.flush();
  }

  const configPath = join(cwd, CONFIG_FILE);
  async function changed(path: string): Promise<void> {
    if (path !== configPath) return plugins.load(path);
    try {
      configFile = await readConfigFile(cwd);
      logger.info(`${CONFIG_FILE} was read again`);
    } catch (error) {
      logger.error(describeError(error).message);
    }
  }

  let server: FetchServer | undefined;
  let watching: Disposable | undefined;
  try {
    // What is started side by side ends before anything is closed.
    const parts = await Promise.allSettled([
      ...PLATFORMS.map(open),
      ...files.map((file) => plugins.load(file)),
      listen(page, port).then((listening) => (server = listening)),
    ]);
    for (const part of parts) if (part.status === "rejected") throw part.reason;
    watching = watchFiles([...files, configPath], (path) => void changed(path));
  } catch (error) {
    await closeAll();
    throw error;
  }
  const url = server?.url ?? "";
  const ms = performance.now() - started;
  onEvent({ type: "ready", url, platforms: PLATFORMS, plugins: plugins.slugs(), ms });

  const find = (platform: Platform): DevPlatform => {
    const found = platforms.get(platform);
    if (found === undefined) throw new Error(`${platform} is not open`);
    return found;
  };
  return {
    url,
    say: (platform, said) => find(platform).say(said),
    idOf: (platform, name) => find(platform).idOf(name),
    lastRun: observer.lastRun,
    [Symbol.asyncDispose]: closeAll,
  };
}

async function listen(page: ReturnType<typeof createPage>, port?: number): Promise<FetchServer> {
  try {
    return await serveFetch(page, port ?? USUAL_PORT);
  } catch (error) {
    if (port === undefined && isTaken(error)) return serveFetch(page);
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function createLogger(onEvent: OnDevEvent): Logger {
  const at =
    (level: keyof Logger) =>
    (text: string, fields: Record<string, unknown> = {}): void =>
      onEvent({ type: "log", level, text, fields });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
