/**
 * For children that run the sources, as `node --import`: what the threads of their sandboxes and hosts run is
 * the bundle that the tests' own ones use.
 */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { THREAD_BUNDLE, THREAD_FILES } from "./thread-bundle.ts";

registerHooks({
  resolve(specifier, context, next) {
    const [, name] = THREAD_FILES.exec(specifier) ?? [];
    if (name === undefined) return next(specifier, context);
    return { url: pathToFileURL(`${THREAD_BUNDLE}${name}.js`).href, shortCircuit: true };
  },
});
