import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, relative, resolve } from "node:path";
import type { CommandHost } from "../command.ts";
import { EXIT, type ExitCode, UsageError } from "../exit.ts";
import { findPlugins } from "../plugins/plugin-files.ts";
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
  const [path = "", ...further] = await findPlugins([entry], cwd);
  if (further.length > 0) throw new UsageError(`In ${entry} there are several plugins: name one`);
  const outfile = resolve(cwd, output ?? `dist/${basename(builtPath(path))}`);
  if (!isPluginPath(path)) throw new UsageError(`${entry} is neither TypeScript nor JavaScript`);
  if (outfile === path) throw new UsageError("The built file would replace its source: use -o");
  const { code, inputs, warnings } = await buildPlugin(path, { outfile });
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
