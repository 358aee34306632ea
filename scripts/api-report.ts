/**
 * The public API of every package as text, in `docs/api`, so that a change of it is seen in review.
 * Reads what `pnpm build` has written. `--write` renews the reports; without it, differences fail.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
} from "@microsoft/api-extractor";
import { type EntryPoint, entryPoints } from "./entry-points.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = `${root}docs/api`;
const isWriting = process.argv.includes("--write");
const QUIET = { default: { logLevel: ExtractorLogLevel.None } };

/** An inferred type, whose parts compilers write in any order; the OpenAPI document says the same. */
const UNORDERED = "@botwright/host/api";

const reported = entryPoints()
  .filter(({ specifier }) => specifier !== UNORDERED)
  .map((entry) => ({
    ...entry,
    name: `${entry.specifier.replace("@botwright/", "").replaceAll("/", "-")}.api.md`,
  }));
const files = reported.map(({ types }) => `${root}${types}`);
const missing = files.filter((file) => !existsSync(file));
if (missing.length > 0) fail(`${missing.join(", ")} is missing: run pnpm build first`);
mkdirSync(reports, { recursive: true });

let sharedProgram: CompilerState | undefined;
let changes = 0;
for (const { name, ...entry } of reported) {
  const config = configFor(entry, name);
  const compilerState = programFor(config, `${root}${entry.types}`);
  const options = { localBuild: isWriting, showVerboseMessages: false, compilerState };
  const { apiReportChanged } = Extractor.invoke(config, {
    ...options,
    messageCallback: (message) => {
      // A changed report is an error below.
      if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
    },
  });
  if (!apiReportChanged) continue;
  changes++;
  console.log(`${isWriting ? "written" : "differs"}: docs/api/${name}`);
}
const names = new Set(reported.map(({ name }) => name));
for (const file of readdirSync(reports).filter((one) => !names.has(one))) {
  if (isWriting) rmSync(`${reports}/${file}`);
  else fail(`docs/api/${file} belongs to no package: run pnpm api --write`);
}
if (changes > 0 && !isWriting) {
  fail("The public API has changed: run pnpm api --write after pnpm build, and look at the change");
}

/** One program for all packages, which reads once what they share, but for those that declare globals. */
function programFor(config: ExtractorConfig, file: string): CompilerState {
  if (declaresGlobals(file)) return CompilerState.create(config);
  const additionalEntryPoints = files.filter((one) => !declaresGlobals(one));
  return (sharedProgram ??= CompilerState.create(config, { additionalEntryPoints }));
}

/** Whether reports of other packages would confuse their names with those of this file. */
function declaresGlobals(file: string): boolean {
  return readFileSync(file, "utf8").includes("declare global");
}

function configFor({ folder, types }: EntryPoint, reportFileName: string): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: `${root}packages/${folder}`,
      mainEntryPointFilePath: `${root}${types}`,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: "nodenext",
            target: "es2023",
            lib: ["es2024", "esnext.disposable"],
            types: ["node"],
            skipLibCheck: true,
          },
          files: [`${root}${types}`],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName,
        reportFolder: reports,
        reportTempFolder: `${root}node_modules/.cache/api`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: {
        extractorMessageReporting: QUIET,
        tsdocMessageReporting: QUIET,
        compilerMessageReporting: QUIET,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: `${root}packages/${folder}/package.json`,
  });
}

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}
