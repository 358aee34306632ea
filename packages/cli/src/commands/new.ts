import { readdir } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { CommandHost } from "../command.ts";
import { EXIT, type ExitCode, UsageError } from "../exit.ts";
import { findPackage } from "../plugins/find-package.ts";
import { describePlugin, type NewPluginOptions } from "../plugins/new-plugin.ts";
import { runChild } from "../run-child.ts";
import { readTemplate, writeFiles } from "../templates.ts";
import type { Terminal } from "../terminal.ts";
import { readVersion } from "../version.ts";

interface NewOptions extends NewPluginOptions {
  readonly typescript?: boolean;
  readonly yes?: boolean;
  readonly install: boolean;
  readonly json?: boolean;
}

/** `botwright new`. */
export function declareNew({ program, terminal, run }: CommandHost): void {
  program
    .command("new")
    .argument("[name]", "the folder to make; its last part becomes the plugin's slug")
    .summary("make a plugin with test, settings and CI file")
    .description(
      "Makes a folder with a plugin, its test, settings and a CI file. On a terminal it asks for what the options leave out. Only the installation of its packages needs the network.",
    )
    .option("-t, --title <text>", "the name that people see")
    .option("-d, --description <text>", "one sentence: what it does")
    .option("-w, --trigger <word>", "the word that it answers to")
    .option("--typescript", "write it in TypeScript; botwright build makes the one file of it")
    .option("-y, --yes", "ask nothing")
    .option("--no-install", "do not install packages")
    .option("--json", "ask nothing, and print one JSON document: { folder, files, installed }")
    .action((name: string | undefined, options: NewOptions) =>
      run(() => createPlugin(name, options, terminal)),
    );
}

async function createPlugin(
  name: string | undefined,
  options: NewOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { json = false, yes = false, typescript = false, install } = options;
  const isAsking = terminal.isInteractive && !yes && !json;
  const plugin = isAsking
    ? await (await import("../plugins/ask-new.ts")).askForPlugin(name, options, terminal)
    : describePlugin(name, options);
  if (plugin === undefined) return EXIT.interrupted;
  const folder = resolve(terminal.cwd, plugin.folder);
  await assertEmpty(folder, plugin.folder);

  const { slug, title, description, trigger } = plugin;
  const version = `^${readVersion()}`;
  const values = { slug, name: title, description, trigger, version };
  const language = typescript ? "typescript" : "javascript";
  const files = [
    ...(await readTemplate("common", values)),
    ...(await readTemplate(language, values)),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  await writeFiles(folder, files);
  const { stdout, stderr } = terminal;
  const out = json ? stderr : stdout;
  out.line(
    `${out.style("green", "✓")} ${plugin.folder}: ${files.map(({ path }) => path).join(", ")}`,
  );

  // In a workspace, the packages may already be installed in a folder above.
  const isThere = findPackage("botwright", folder) !== undefined;
  const installed = isThere || (install && (await installPackages(folder, terminal)));
  if (json) {
    const paths = files.map(({ path }) => path);
    stdout.line(JSON.stringify({ folder, files: paths, installed }, undefined, 2));
    return EXIT.ok;
  }
  const steps = [`cd ${quote(relative(terminal.cwd, folder) || ".")}`];
  if (!installed) steps.push("npm install");
  stdout.line(
    `\nNext:\n${[...steps, "npm run dev", "npm test"].map((step) => `  ${step}`).join("\n")}`,
  );
  return EXIT.ok;
}

async function assertEmpty(folder: string, given: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new UsageError(`${given} is not a folder: choose another name`, { cause: error });
  });
  // A new repository contains only `.git`, and counts as empty.
  if (names.every((name) => name === ".git")) return;
  throw new UsageError(`The folder ${given} is not empty: choose another name`);
}

async function installPackages(folder: string, terminal: Terminal): Promise<boolean> {
  const { stderr, packageManager } = terminal;
  const { name, script } = packageManager ?? { name: "npm", script: undefined };
  stderr.line(stderr.style("dim", `${name} install …`));
  const isScript = script !== undefined && /\.[cm]?js$/.test(script);
  const code = await runChild(isScript ? [script, "install"] : ["install"], terminal, {
    stdout: stderr,
    cwd: folder,
    ...(!isScript && { command: name, shell: process.platform === "win32" }),
  }).catch(() => EXIT.failed);
  if (code === EXIT.ok) return true;
  stderr.line(
    `${stderr.style("yellow", "warning")} ${name} install failed. The plugin is made; install again when the registry can be reached.`,
  );
  return false;
}

/** A path in the form that a shell accepts. */
function quote(path: string): string {
  return /^[\w./\\:@-]+$/.test(path) ? path : `"${path}"`;
}
