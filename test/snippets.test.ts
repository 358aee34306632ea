import { execFile } from "node:child_process";
import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { createSandbox } from "@botwright/sandbox";
import { beforeAll, describe, expect, test } from "vitest";
import { readFences } from "./fences.ts";
import { root } from "./house.ts";

const run = promisify(execFile);
/** Inside the repository, so that imports find the packages as a user's project would. */
const folder = `${root}/test/.snippets`;

interface Snippet {
  /** Where it stands: `docs/plugin-guide.md:12`. */
  place: string;
  file: string;
  code: string;
  /** A block marked `vitest` is a test file, every other one a module. */
  isTest: boolean;
}

/**
 * Pages whose blocks are run elsewhere, by tests with their names: one that is followed from top to
 * bottom, and translations, which have the blocks of their originals. The reports of the public API
 * are declarations, which are nothing to run.
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
          return { place, file, code, isTest };
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
  const include = ["./*.ts", "../../packages/*/src/*.d.ts"];
  const config = { extends: "../../tsconfig.base.json", include };
  await writeFile(`${folder}/tsconfig.json`, JSON.stringify(config));
  const resolve = { conditions: ["@botwright/source"] };
  const tests = { include: ["*.vitest.*"], testTimeout: 60_000 };
  const vitest = { resolve, ssr: { resolve }, test: tests };
  await writeFile(`${folder}/vitest.config.ts`, `export default ${JSON.stringify(vitest)};\n`);
});

test("there are snippets in the README and in every package's", () => {
  expect(snippets.map(({ place }) => place).join()).toContain("README.md:");
});

test("every TypeScript snippet compiles", async () => {
  const compile = run("pnpm", ["exec", "tsc", "-p", folder], { cwd: root });
  const { stdout } = await compile.catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

describe.concurrent("every snippet runs", () => {
  test.each(snippets.filter(({ isTest }) => !isTest))("$place", async ({ file }) => {
    const done = run("node", ["--conditions=@botwright/source", file], {
      cwd: root,
      timeout: 110_000,
    });
    const { stderr } = await done;
    expect(stderr).toBe("");
  });
});

test("every snippet that is a test file passes", async () => {
  // What this run has put there is not for another one.
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
  const file = `${folder}/report.json`;
  const output = ["--reporter", "json", "--outputFile", file];
  const args = ["exec", "vitest", "run", "--root", folder, ...output];
  await run("pnpm", args, { cwd: root, env: Object.fromEntries(env) });
  const report: { numPassedTests: number; success: boolean } = JSON.parse(
    await readFile(file, "utf8"),
  );
  expect(report.success).toBe(true);
  expect(report.numPassedTests).toBeGreaterThan(0);
});

test.each(plugins)("the plugin at $place loads in the sandbox", async ({ code }) => {
  await using sandbox = createSandbox();
  const { meta } = await sandbox.load(code);
  expect(meta.slug).not.toBe("");
});
