import { defineConfig } from "vite";

/** Static files that a host serves at `/`. Editor and charts are chunks of their own, loaded on demand. */
export default defineConfig({
  // Types only come from the host; its sources are not built in.
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // The inspection is built in from its sources, so that nothing has to be built before.
  resolve: { conditions: ["@botwright/source", "module", "browser", "development|production"] },
  worker: { format: "es" },
  build: {
    target: "es2023",
    // Each file of its own: the content security policy allows no inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
