import { createBotRuntime, createMediaBudget, createRunLog } from "@botwright/core";
import type { Logger, PlatformAdapter } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { createServices, openFileStore } from "@botwright/services";
import { loadPlugin } from "./load-plugin.ts";

/** What a host is made of. */
export interface HostOptions {
  /** One for each bot; all have the same plugins, and what these store is theirs together. */
  readonly adapters: readonly PlatformAdapter[];
  readonly pluginFiles: readonly (string | URL)[];
  /** The file in which it is kept, over restarts. */
  readonly storagePath: string;
  readonly logger: Logger;
}

/** Runs plugin files on platforms: wire → adapter → inbox → dispatcher → sandbox, and back. */
export async function startHost(options: HostOptions): Promise<AsyncDisposable> {
  const { adapters, pluginFiles, storagePath } = options;
  const { logger, onEvent } = createRunLog(options.logger);
  await using opened = new AsyncDisposableStack();
  const sandbox = opened.use(createSandbox({ logger }));
  const plugins = await Promise.all(pluginFiles.map((file) => loadPlugin(sandbox, file)));
  const services = createServices({ store: await openFileStore(storagePath), logger });
  // One budget for the media of all bots: a runtime without one has 256 MiB of its own.
  const shared = { plugins, mediaBudget: createMediaBudget(), logger, onEvent };
  for (const [index, adapter] of adapters.entries()) {
    const own = { botDbId: index + 1, services: services.forAccount(1) };
    // At the end each bot stops receiving and answers what it has accepted; then the sandbox closes.
    await opened.use(createBotRuntime({ adapter, ...own, ...shared })).start();
  }
  return opened.move();
}
