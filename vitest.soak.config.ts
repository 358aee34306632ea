import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** `pnpm test:soak`: what takes minutes. The rest is in vitest.config.ts. */
const conditions = ["@botwright/source"];

// As the files of the host's deployment set it: glibc otherwise keeps hundreds of megabytes of freed blocks, more or
// less of them by chance, in which no leak could be seen. The processes of the tests inherit it.
process.env["MALLOC_MMAP_THRESHOLD_"] ??= "1048576";

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // In which the global setup runs.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    root: "test/soak",
    // Nodes of a host are processes; these make what they and their threads run.
    globalSetup: [
      "test/bundle-threads.ts",
      "test/bundle-programs.ts",
      "packages/host/test/data-folder.ts",
      "packages/host/test/shared-server.ts",
    ].map((file) => fileURLToPath(new URL(file, import.meta.url))),
    testTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // The seed of the random plugins, to repeat a failure; 0 for another one each time.
    provide: { fuzzSeed: Number(process.env["FUZZ_SEED"] ?? 0) },
  },
});
