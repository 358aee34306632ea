import { mkdir, realpath, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { CommandHost } from "../command.ts";
import { EXIT, type ExitCode, PluginRefusedError, UsageError } from "../exit.ts";
import { isFolder } from "../named-file.ts";
import { findOnePlugin } from "../plugins/plugin-files.ts";
import { plural } from "../output/plural.ts";
import type { Terminal } from "../terminal.ts";

interface BuildOptions {
  readonly output?: string;
  readonly json?: boolean;
}

/** `botwright build`. */
export function declareBuild({ program, terminal, run }: CommandHost): void {
  program
    .command("build")
    .argument("<entry>", "the file that exports handler: TypeScript, or JavaScript that imports")
    .summary("make one file of a plugin of TypeScript or several files")
    .description(
      "Makes the one file that a host takes of a plugin of TypeScript or several files, with the packages that it imports and a source map. Types are removed, not checked: that is tsc --noEmit. dev, check and test build TypeScript by themselves.",
    )
    .option("-o, --output <file>", "the file to write (default: dist/<entry>.js)")
    .option("--json", "print one JSON document: { file, bytes, inputs, warnings }")
    .action((entry: string, options: BuildOptions) => run(() => build(entry, options, terminal)));
}

async function build(
  entry: string,
  { output, json = false }: BuildOptions,
  { cwd, stdout, stderr }: Terminal,
): Promise<ExitCode> {
  const { buildPlugin, builtPath, isPluginPath } = await import("@botwright/harness/build");
  const path = await findOnePlugin(entry, cwd);
  const name = basename(builtPath(path));
  const target = output ?? join("dist", name);
  const outfile = resolve(cwd, target);
  if (!isPluginPath(path)) throw new UsageError(`${entry} is neither TypeScript nor JavaScript`);
  await assertNoSource(outfile, [path], cwd);
  if (await isFolder(outfile)) {
    const example = `-o ${join(target, name)}`;
    throw new UsageError(`${target} is a folder: name the file to write, as in ${example}`);
  }
  const { code, inputs, warnings } = await buildPlugin(path, { outfile });
  await assertNoSource(outfile, inputs, cwd);
  await assertHandler(code, relative(cwd, path));
  await mkdir(dirname(outfile), { recursive: true });
  await writeFile(outfile, code);
  const bytes = Buffer.byteLength(code);
  const file = relative(cwd, outfile);
  if (json) {
    const read = inputs.map((input) => relative(cwd, input));
    stdout.line(JSON.stringify({ file, bytes, inputs: read, warnings }, undefined, 2));
    return EXIT.ok;
  }
  for (const warning of warnings) {
    stderr.line(`${stderr.style("yellow", "warning")} ${warning}`);
  }
  const size = `${(bytes / 1024).toFixed(1)} KiB`;
  stdout.line(`${stdout.style("green", "✓")} ${file}: ${size} of ${plural(inputs.length, "file")}`);
  return EXIT.ok;
}

/** @throws {UsageError} when the built file would replace one of the files of which it is made */
async function assertNoSource(
  outfile: string,
  sources: readonly string[],
  cwd: string,
): Promise<void> {
  // The sources are known by their real paths.
  const real = await realpath(outfile).catch(() => outfile);
  const replaced = sources.find((source) => source === outfile || source === real);
  if (replaced === undefined) return;
  const source = relative(cwd, replaced);
  throw new UsageError(`The built file would replace its source ${source}: name another by -o`);
}

/** The rules that a file without a handler breaks; every host refuses such a file. */
const HANDLER_RULES: ReadonlySet<string> = new Set(["empty", "no-handler", "handler-not-function"]);

/** @throws {PluginRefusedError} when the built file has no handler */
async function assertHandler(code: string, file: string): Promise<void> {
  const { inspectPlugin } = await import("@botwright/inspect");
  const found = inspectPlugin(code).findings.find(({ rule }) => HANDLER_RULES.has(rule));
  if (found !== undefined) throw new PluginRefusedError(`${file}: ${found.message}`);
}
