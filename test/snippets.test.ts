/** @module-tag long */
import { execFile } from "node:child_process";
import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { readPluginFile } from "@botwright/harness/build";
import { createSandbox } from "@botwright/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFences } from "./fences.ts";
import { packageFolders, root } from "./repository.ts";
import { runSnippets, type SnippetRun } from "./snippet-runs.ts";
import { THREAD_BUNDLE } from "./thread-bundle.ts";

const run = promisify(execFile);
const bin = `${root}/node_modules/.bin`;
/** Inside the repository, so that imports find the packages as a user's project would. */
const folder = `${root}/test/.snippets`;

interface Snippet {
  page: string;
  /** Its position: `docs/plugin-guide.md:12`. */
  place: string;
  file: string;
  code: string;
  /** A block marked `vitest` is a test file, every other one a module. */
  isTest: boolean;
}

/**
 * Pages whose blocks other tests run: one that is followed from top to bottom, and translations, whose
 * blocks are those of their originals. API reports contain only declarations.
 */
const EXCLUDED = ["docs/getting-started.md", "docs/*.zh.md", "docs/api/**"];

async function findSnippets(): Promise<Snippet[]> {
  const pages = ["*.md", "docs/**/*.md", "packages/*/README.md", "examples/**/README.md"];
  const paths: string[] = [];
  for await (const path of glob(pages, { cwd: root, exclude: EXCLUDED })) paths.push(path);
  const found = await Promise.all(
    paths.toSorted().map(async (path) => {
      const fences = await readFences(path);
      return fences
        .filter(({ language }) => /^(?:ts|typescript|js|javascript)$/.test(language))
        .map(({ place, language, info, code }) => {
          const extension = language.startsWith("t") ? "ts" : "js";
          const name = place.replaceAll(/[^\w]+/g, "-");
          const isTest = info.trim() === "vitest";
          const file = `${folder}/${name}${isTest ? ".vitest" : ""}.${extension}`;
          return { page: path, place, file, code, isTest };
        });
    }),
  );
  return found.flat();
}

const snippets = await findSnippets();
const plugins = snippets.filter(({ code }) => /^export .*\bhandler\b/m.test(code));

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(snippets.map(({ file, code }) => writeFile(file, `${code}\nexport {};\n`)));
  const include = ["./*.ts", "../../packages/*/src/**/*.d.ts"];
  // The compiler reads the packages' declarations, which it renews where they are out of date.
  const references = packageFolders.map((name) => ({ path: `../../packages/${name}` }));
  const config = { extends: "../../tsconfig.base.json", include, references };
  await writeFile(`${folder}/tsconfig.json`, JSON.stringify(config));
  const alias = { "./thread-files.ts": `${THREAD_BUNDLE}thread-files.js` };
  const resolve = { conditions: ["@botwright/source"], alias };
  const tests = { include: ["*.vitest.*"], testTimeout: 60_000, isolate: false };
  const vitest = { resolve, ssr: { resolve }, test: tests };
  await writeFile(`${folder}/vitest.config.ts`, `export default ${JSON.stringify(vitest)};\n`);
});

test("there are snippets in the README and in every package's", () => {
  expect(snippets.map(({ place }) => place).join()).toContain("README.md:");
});

test("every TypeScript snippet compiles", async () => {
  const compile = run(`${bin}/tsc`, ["-b", folder], { cwd: root });
  const { stdout } = await compile.catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

const pages = Map.groupBy(
  snippets.filter(({ isTest }) => !isTest),
  ({ page }) => page,
);

/** Pages whose snippets share a process: each process loads all packages again. */
const PAGES = 16;
const batches = Array.from({ length: Math.ceil(pages.size / PAGES) }, (_, batch) => {
  const some = [...pages].slice(batch * PAGES, (batch + 1) * PAGES);
  return { names: some.map(([page]) => page).join(", "), own: some.flatMap(([, own]) => own) };
});

describe.concurrent.each(batches)("the snippets of $names", ({ own }) => {
  let running: Promise<SnippetRun>;
  beforeAll(() => {
    running = runSnippets(own.map(({ file }) => file));
  });

  test.each(own)("$place runs", async ({ file }) => {
    const { said } = await running;
    expect(said.get(file)).toBe("");
  });

  test("leave nothing open", async () => {
    expect(await running).toMatchObject({ atEnd: "", code: 0 });
  });
});

test("every snippet that is a test file passes", async () => {
  // What this run has put there is not for another one.
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
  const file = `${folder}/report.json`;
  const output = ["--reporter", "json", "--outputFile", file];
  await run(`${bin}/vitest`, ["run", "--root", folder, ...output], {
    cwd: root,
    env: Object.fromEntries(env),
  });
  const report: { numPassedTests: number; success: boolean } = JSON.parse(
    await readFile(file, "utf8"),
  );
  expect(report.success).toBe(true);
  expect(report.numPassedTests).toBeGreaterThan(0);
});

describe("in the sandbox", () => {
  const sandbox = createSandbox();
  afterAll(() => sandbox.close());

  test.each(plugins)("the plugin at $place loads", async ({ file }) => {
    const { code } = await readPluginFile(file);
    const { meta } = await sandbox.load(code);
    expect(meta.slug).not.toBe("");
  });
});
