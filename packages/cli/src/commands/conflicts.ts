import { basename, extname } from "node:path";
import { type DeclaredTriggers, findTriggerConflicts, type TriggerConflict } from "@botwright/core";
import type { Finding } from "@botwright/inspect";
import type { CommandHost } from "../command.ts";
import { EXIT, type ExitCode, PluginRefusedError } from "../exit.ts";
import { createOrigins, pathOf } from "../host/origin.ts";
import { type PluginFile, readPluginFiles } from "../plugins/plugin-files.ts";
import { plural } from "../output/plural.ts";
import type { Output, Terminal } from "../terminal.ts";

interface ConflictsOptions {
  readonly json?: boolean;
}

/** `botwright conflicts`. */
export function declareConflicts({ program, terminal, run }: CommandHost): void {
  program
    .command("conflicts")
    .argument("<files...>", "plugin files, or folders of them")
    .summary("find plugins that react to the same words")
    .description(
      "Finds plugins that react to the same words, or to words that others begin with. Reads their meta and runs nothing. Ends with 1 when there are any.",
    )
    .option("--json", "print one JSON document: { exact, prefix, total_plugins, total_triggers }")
    .action((files: string[], options: ConflictsOptions) =>
      run(() => conflicts(files, options, terminal)),
    );
}

async function conflicts(
  given: readonly string[],
  { json = false }: ConflictsOptions,
  { cwd, stdout }: Terminal,
): Promise<ExitCode> {
  const { inspectPlugin } = await import("@botwright/inspect");
  const files = await readPluginFiles(given, cwd);
  const declared = files.map((file) => {
    const { meta, findings } = inspectPlugin(file.code);
    if (meta === null)
      assertReadable(
        file,
        findings.find(({ severity }) => severity === "error"),
      );
    const slug = meta?.slug ?? basename(file.path, extname(file.path));
    return { slug, name: file.name, triggers: meta?.triggers ?? [] };
  });
  const report = findTriggerConflicts(nameApart(declared));
  const { exact, prefix, total_plugins: plugins, total_triggers: triggers } = report;
  if (json) stdout.line(JSON.stringify(report, undefined, 2));
  else {
    print("The same word", exact, stdout);
    print("A word that another begins with", prefix, stdout);
    const found = exact.length + prefix.length;
    const counted = `${plural(triggers, "trigger")} of ${plural(plugins, "plugin")}`;
    stdout.line(
      found === 0
        ? stdout.style("green", `✓ ${counted}, no conflict`)
        : `${counted}: ${plural(found, "conflict")}`,
    );
  }
  return exact.length + prefix.length === 0 ? EXIT.ok : EXIT.failed;
}

/** Names plugins that share a slug by slug and file, so that the report can tell them apart. */
function nameApart(
  declared: readonly (DeclaredTriggers & { readonly name: string })[],
): readonly DeclaredTriggers[] {
  const bySlug = Map.groupBy(declared, ({ slug }) => slug);
  return declared.map(({ slug, name, triggers }) => {
    const isShared = (bySlug.get(slug)?.length ?? 0) > 1;
    return { slug: isShared ? `${slug} (${name})` : slug, ...(triggers && { triggers }) };
  });
}

/** Fails for a file with an unreadable `meta`, which may declare any triggers; one without `meta` declares none. */
function assertReadable({ name, code }: PluginFile, finding: Finding | undefined): void {
  if (finding === undefined) return;
  const { file, line } = createOrigins(code, basename(name))(finding);
  const place = file === undefined ? `line ${line}` : `${pathOf({ file }, name)}:${line}`;
  throw new PluginRefusedError(
    `The meta of ${name} cannot be read (${place}: ${finding.message}); botwright check ${name} says more`,
  );
}

function print(title: string, found: readonly TriggerConflict[], out: Output): void {
  if (found.length === 0) return;
  out.line(out.style("bold", title));
  for (const { trigger, plugins } of found) {
    out.line(`  ${out.style("yellow", trigger)}  ${plugins.join(", ")}`);
  }
  out.line();
}
