import { readFile } from "node:fs/promises";
import { createBotRuntime, type Logger, type PlatformAdapter, type Plugin } from "@botwright/core";
import { approvalOf, inspectPlugin } from "@botwright/inspect";
import { createSandbox, type Sandbox } from "@botwright/sandbox";
import { createServices, openFileStore } from "@botwright/services";

/** What a host is made of. */
export interface HostOptions {
  /** One for each bot; all have the same plugins, and what these store is theirs together. */
  readonly adapters: readonly PlatformAdapter[];
  readonly pluginFiles: readonly (string | URL)[];
  /** The file in which it is kept, over restarts. */
  readonly storagePath: string;
  readonly logger: Logger;
}

const ACCOUNT = 1;

/** Runs plugin files on platforms: wire → adapter → inbox → dispatcher → sandbox, and back. */
export async function startHost(options: HostOptions): Promise<AsyncDisposable> {
  const { adapters, pluginFiles, storagePath, logger } = options;
  await using opened = new AsyncDisposableStack();
  const sandbox = opened.use(createSandbox({ logger }));
  const sources = await Promise.all(pluginFiles.map((file) => readFile(file, "utf8")));
  const plugins = await Promise.all(sources.map((source) => load(sandbox, source)));
  const store = await openFileStore(storagePath);
  const services = createServices({ store, logger }).forAccount(ACCOUNT);
  for (const [index, adapter] of adapters.entries()) {
    const bot = { adapter, botDbId: index + 1, userId: ACCOUNT };
    // In the end: nothing new comes in, what was taken is answered, and then the sandbox closes.
    const runtime = opened.use(createBotRuntime({ ...bot, plugins, services, logger }));
    await runtime.start();
  }
  return opened.move();
}

/** Loads a file with what it visibly declares, and nothing that it declares only when it runs. */
function load(sandbox: Sandbox, source: string): Promise<Plugin> {
  const { ok, meta, findings } = inspectPlugin(source);
  // What a host with people would show them: meta, and the findings that are no errors.
  if (ok) return sandbox.load(source, approvalOf(meta));
  const errors = findings.filter(({ severity }) => severity === "error");
  throw new Error(errors.map(({ line, message }) => `line ${line}: ${message}`).join("; "));
}
