import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { WITHOUT_LONG, findLongFiles } from "./test/long-files.ts";
import { compileCache } from "./test/repository.ts";
import { THREAD_BUNDLE, THREAD_FILES } from "./test/thread-bundle.ts";

/** Tests import the sources, so no build has to come before them. */
const conditions = ["@botwright/source"];
/** In every project, threads run the bundle that the global setup makes, and passwords are hashed with little work. */
const project = {
  extends: true as const,
  resolve: {
    alias: [
      { find: THREAD_FILES, replacement: `${THREAD_BUNDLE}$1.js` },
      {
        find: /^\.\/passwords\.ts$/u,
        replacement: fileURLToPath(new URL("packages/host/test/quick-hashes.ts", import.meta.url)),
      },
    ],
  },
};
/** Threads and child processes start slowly on a machine that does much else. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };
/**
 * How processes of many files collect garbage: every core is busy with tests, so that threads which help
 * would only take a tenth more of them; and of a larger young generation, less is left to be copied.
 */
const GC = ["--single-threaded-gc", "--max-semi-space-size=64", "--min-semi-space-size=16"];
/** Processes that many files share: none of them changes what others see. */
const shared = { ...timeouts, isolate: false, execArgv: GC };

/**
 * Files with a process of their own. Feishu's SDK removes the 64-bit numbers from protobufjs for all
 * files of its process; attacks set the time zone, and measure what their process holds.
 */
const ISOLATED = [
  "packages/adapter-feishu/test/callback.test.ts",
  "packages/simulators/test/feishu-sdk.test.ts",
  "test/attacks*.test.ts",
];

/**
 * Files that take longest, in this order: begun last, each would keep the others' cores idle. The first of
 * them mostly wait.
 */
const LONGEST_FILES = [
  /(crash|faults\/kill)\.test\.ts$/u,
  /attacks.*\.test\.ts$/u,
  /(packed|snippets|in-memory-server|reference-server|wire-fuzz)\.test\.ts$/u,
  /(generated|in-memory-server-chats|dev|dev-page|fuzz|contract)\.test\.ts$/u,
];

const leftOut = process.env[WITHOUT_LONG] === undefined ? [] : findLongFiles();

function rank({ moduleId }: TestSpecification): number {
  const found = LONGEST_FILES.findIndex((pattern) => pattern.test(moduleId));
  return found === -1 ? LONGEST_FILES.length : found;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- that of the base class, no list's
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

// Children load the same sources again and again: what Node has compiled of them is kept.
process.env["NODE_COMPILE_CACHE"] ??= compileCache;

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // In which the global setup runs.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    // Many tests wait for threads, sockets and child processes, and leave their core to others.
    maxWorkers: Math.max(availableParallelism() + 1, 5),
    sequence: { sequencer: LongestFirst },
    globalSetup: [
      "test/temporary-folder.ts",
      "test/bundle-threads.ts",
      "packages/host/test/data-folder.ts",
      "packages/host/test/shared-server.ts",
      "packages/console/test/report-chromium.ts",
    ].map((file) => fileURLToPath(new URL(file, import.meta.url))),
    setupFiles: [fileURLToPath(new URL("test/wait-timeout.ts", import.meta.url))],
    expect: { poll: { timeout: 60_000 } },
    // `npm test` leaves them out; CI runs them too.
    tags: [
      {
        name: "long",
        description: "Rounds, variants and pairs of what shorter tests cover; what computes most.",
      },
    ],
    // What an attack did is shown as a whole.
    chaiConfig: { truncateThreshold: 0 },
    projects: [
      {
        ...project,
        test: {
          ...shared,
          name: "packages",
          include: ["packages/*/test/**/*.test.ts", "examples/**/*.test.{ts,js}"],
          exclude: [...configDefaults.exclude, "**/templates/**", ...ISOLATED, ...leftOut],
        },
      },
      {
        ...project,
        test: {
          ...timeouts,
          name: "isolated",
          include: ISOLATED,
          exclude: [...configDefaults.exclude, ...leftOut],
        },
      },
      {
        ...project,
        test: {
          ...shared,
          name: "repository",
          root: "test",
          globalSetup: [fileURLToPath(new URL("test/bundle-programs.ts", import.meta.url))],
          exclude: ["**/fixtures/**", "soak/**", "attacks*.test.ts", ...leftOut],
          // The seed of the random plugins, to repeat a failure; 0 is the usual one.
          provide: { fuzzSeed: Number(process.env["FUZZ_SEED"] ?? 0) },
        },
      },
    ],
  },
});
