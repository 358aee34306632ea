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

/** What Node loads first (`--import`) in a child that runs the sources, for the same. */
export const USE_THREAD_BUNDLE: string = new URL("use-thread-bundle.ts", import.meta.url).href;
