/**
 * For children that run the sources, as `node --import`: what their sandboxes' threads run is the
 * bundle that the tests' own sandboxes use.
 */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { THREAD_BUNDLE } from "./thread-bundle.ts";

const url = pathToFileURL(`${THREAD_BUNDLE}thread-files.js`).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "./thread-files.ts" ? { url, shortCircuit: true } : next(specifier, context),
});
