import { readFile } from "node:fs/promises";
import {
  createBotRuntime,
  createMemoryStorage,
  type Logger,
  type PlatformAdapter,
  type Plugin,
} from "@botwright/core";
import { approvalOf, inspectPlugin } from "@botwright/inspect";
import { createSandbox, type Sandbox } from "@botwright/sandbox";

/** Runs plugin files on a platform: wire → adapter → inbox → dispatcher → sandbox, and back. */
export async function startHost(
  adapter: PlatformAdapter,
  pluginFiles: readonly (string | URL)[],
  logger: Logger,
): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const sandbox = opened.use(createSandbox({ logger }));
  const plugins = await Promise.all(
    pluginFiles.map(async (file) => load(sandbox, await readFile(file, "utf8"))),
  );
  const storage = createMemoryStorage();
  const runtime = createBotRuntime({
    adapter,
    plugins,
    services: (slug) => ({ storage: storage.open(1, slug) }),
    logger,
  });
  // In the end: nothing new comes in, what was taken is answered, and then the sandbox closes.
  opened.use(runtime);
  await runtime.start();
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
