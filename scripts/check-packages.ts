/**
 * Looks at every package as it would be published: what its package.json points to is there (publint),
 * and a compiler finds its types (attw). Usage: `node scripts/check-packages.ts`, after `pnpm build`.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import {
  checkPackage,
  createPackageFromTarballData,
  type Problem,
  type ResolutionKind,
} from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { packAll } from "./pack.ts";

/** Static files, which no program imports. */
const WITHOUT_MODULES: ReadonlySet<string> = new Set(["@botwright/console"]);

/** How these packages are not to be loaded: they are ES modules, with `exports`. */
const FOREIGN: ReadonlySet<ResolutionKind> = new Set(["node10", "node16-cjs"]);

/** What publint finds, suggestions among it. */
async function findWrongPaths(tarball: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: tarball.buffer } });
  return messages.map((message) => formatMessage(message, pkg) ?? message.code);
}

async function findWrongTypes(tarball: Uint8Array): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(tarball));
  if (!analysis.types) return ["there are no types"];
  return analysis.problems
    .filter((problem) => !isForeign(problem))
    .map((problem) => JSON.stringify(problem));
}

function isForeign(problem: Problem): boolean {
  return "resolutionKind" in problem && FOREIGN.has(problem.resolutionKind);
}

const folder = await mkdtemp(`${tmpdir()}/botwright-check-`);
try {
  for (const [name, file] of Object.entries(await packAll(folder))) {
    const tarball = new Uint8Array(await readFile(file));
    const problems = await findWrongPaths(tarball);
    if (!WITHOUT_MODULES.has(name)) problems.push(...(await findWrongTypes(tarball)));
    console.log([`${problems.length === 0 ? "✓" : "✗"} ${name}`, ...problems].join("\n  "));
    if (problems.length > 0) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
