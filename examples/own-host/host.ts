import { readFile } from "node:fs/promises";
import {
  createBot,
  createDispatcher,
  createMemoryInbox,
  createMemoryStorage,
  type Logger,
  type PlatformAdapter,
} from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";

/** Runs plugin files on a platform: wire → adapter → inbox → dispatcher → sandbox, and back. */
export async function startHost(
  adapter: PlatformAdapter,
  pluginFiles: readonly (string | URL)[],
  logger: Logger,
): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const sandbox = opened.use(createSandbox({ logger }));
  const plugins = await Promise.all(
    pluginFiles.map(async (file) => sandbox.load(await readFile(file, "utf8"))),
  );
  const storage = createMemoryStorage();
  const dispatcher = createDispatcher({
    plugins,
    bot: createBot(adapter),
    services: (slug) => ({ storage: storage.open(1, slug) }),
    logger,
  });
  const inbox = createMemoryInbox({ logger });
  inbox.process((incoming) => dispatcher.dispatch(incoming));
  // In the end: nothing new comes in, what was taken is answered, and then the sandbox closes.
  opened.defer(() => inbox.close());
  opened.defer(() => inbox.drain());
  opened.defer(() => adapter.stop());
  await adapter.start((incoming) => inbox.accept(incoming));
  return opened.move();
}
