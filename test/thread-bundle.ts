import { fileURLToPath } from "node:url";

/** Where the tests' sandboxes find what their threads run; bundle-threads.ts makes it. */
export const THREAD_BUNDLE = fileURLToPath(
  new URL("../packages/sandbox/node_modules/.threads/", import.meta.url),
);
