import { fileURLToPath } from "node:url";

/**
 * Where the tests' sandboxes and hosts find what their threads run; bundle-threads.ts makes it. Below the host's
 * package, for hosts that are bundled beside it import the PostgreSQL of this system by its name.
 */
export const THREAD_BUNDLE = fileURLToPath(
  new URL("../packages/host/node_modules/.test/", import.meta.url),
);

/** The modules that name such files, as they are imported; those of the bundle have the same names. */
export const THREAD_FILES = /^\.\/(thread-files|inspection-file)\.ts$/u;

/** The sandbox itself, for child processes: each would strip the types of all sources for itself. */
export const SANDBOX_BUNDLE = `${THREAD_BUNDLE}index.js`;

/** Node's options for a child that runs the sources, whose threads then run the bundle too. */
export const RUN_SOURCES: readonly string[] = [
  `--import=${new URL("use-thread-bundle.ts", import.meta.url).href}`,
  "--conditions=@botwright/source",
];
