import { readdirSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests import the sources, so no build has to come before them. */
const conditions = ["@botwright/source"];
const packages = readdirSync(new URL("packages", import.meta.url));

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      ...packages.map((name) => ({
        extends: true as const,
        test: {
          name,
          root: `packages/${name}`,
          exclude: [...configDefaults.exclude, "templates/**"],
          // Threads and child processes start slowly on a machine that does much else.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      })),
      {
        extends: true as const,
        test: { name: "examples", root: "examples", testTimeout: 30_000, hookTimeout: 30_000 },
      },
      {
        extends: true as const,
        test: {
          name: "house",
          root: "test",
          exclude: ["**/fixtures/**", "soak/**"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // The seed of the random plugins, to repeat a failure; 0 is the usual one.
          provide: { fuzzSeed: Number(process.env["FUZZ_SEED"] ?? 0) },
        },
      },
    ],
  },
});
