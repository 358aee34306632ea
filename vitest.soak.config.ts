import { defineConfig } from "vitest/config";

/** `pnpm test:soak`: what takes minutes. The rest is in vitest.config.ts. */
const conditions = ["@botwright/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { root: "test/soak", testTimeout: 600_000 },
});
