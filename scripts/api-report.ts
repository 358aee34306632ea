/**
 * The public API of every package as text, in `docs/api`, so that a change of it is seen in review.
 * Reads what `pnpm build` has written. `--write` renews the reports; without it, differences fail.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { type EntryPoint, entryPoints } from "./entry-points.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = `${root}docs/api`;
const isWriting = process.argv.includes("--write");
const QUIET = { default: { logLevel: ExtractorLogLevel.None } };

const names = new Set<string>();
let changes = 0;
mkdirSync(reports, { recursive: true });
for (const entry of entryPoints()) {
  const name = `${entry.specifier.replace("@botwright/", "").replaceAll("/", "-")}.api.md`;
  names.add(name);
  if (!existsSync(`${root}${entry.types}`)) fail(`${entry.types} is missing: run pnpm build first`);
  const options = { localBuild: isWriting, showVerboseMessages: false };
  const { apiReportChanged } = Extractor.invoke(configFor(entry, name), {
    ...options,
    messageCallback: (message) => {
      // That a report differs is told below.
      if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
    },
  });
  if (!apiReportChanged) continue;
  changes++;
  console.log(`${isWriting ? "written" : "differs"}: docs/api/${name}`);
}
for (const file of readdirSync(reports).filter((one) => !names.has(one))) {
  if (isWriting) rmSync(`${reports}/${file}`);
  else fail(`docs/api/${file} belongs to no package: run pnpm api --write`);
}
if (changes > 0 && !isWriting) {
  fail("The public API has changed: run pnpm api --write after pnpm build, and look at the change");
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
