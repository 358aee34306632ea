import { basename, relative } from "node:path";
import { describeError, type ErrorReport, formatHeadline, type PluginMeta } from "@botwright/core";
import { HarnessError } from "@botwright/harness/build";
import type { Finding } from "@botwright/inspect";
import type { CommandHost } from "../command.ts";
import { printFrame } from "../output/code-frame.ts";
import { EXIT, type ExitCode } from "../exit.ts";
import { createOrigins, placeOf } from "../host/origin.ts";
import { findPlugins, type PluginFile, readPluginFile } from "../plugins/plugin-files.ts";
import { plural } from "../output/plural.ts";
import { findSharedSlugs } from "../plugins/shared-slugs.ts";
import type { Format, Output, Terminal } from "../terminal.ts";

/** The result for one file: an element of the document that `--json` prints. */
export interface CheckedFile {
  readonly file: string;
  /** Whether a host accepts the file. */
  readonly ok: boolean;
  readonly meta: PluginMeta | null;
  /** The findings of the host's rules, in the order of the source. */
  readonly findings: readonly Finding[];
  /** Why the trial load in the sandbox failed; `null` when it succeeded, or was skipped because a rule failed. */
  readonly loadError: ErrorReport | null;
  /** Other files with the same slug; absent when there are none. */
  readonly sameSlug?: readonly string[];
}

interface CheckOptions {
  readonly json?: boolean;
}

const COLOURS: Readonly<Record<Finding["severity"], Format>> = {
  error: "red",
  warning: "yellow",
  info: "blue",
};

/** `botwright check`. */
export function declareCheck({ program, terminal, run }: CommandHost): void {
  program
    .command("check")
    .argument("<files...>", "plugin files, or folders of them")
    .summary("look at plugins as a host does before it takes them")
    .description(
      "Looks at plugins as a host does before it takes them: its own rules, and a trial load in the sandbox. Ends with 1 when a plugin would be refused.",
    )
    .option(
      "--json",
      "print one JSON document: [{ file, ok, meta, findings, loadError, sameSlug? }]",
    )
    .action((files: string[], options: CheckOptions) => run(() => check(files, options, terminal)));
}

async function check(
  given: readonly string[],
  { json = false }: CheckOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const paths = await findPlugins(given, terminal.cwd);
  const files = await Promise.all(paths.map((path) => readOrExplain(path, terminal.cwd)));
  const checked = await checkFiles(files, terminal.signal);
  if (json) terminal.stdout.line(JSON.stringify(checked, undefined, 2));
  else {
    for (const [index, result] of checked.entries()) {
      if (index > 0) terminal.stdout.line();
      const file = files[index];
      print(result, file !== undefined && "code" in file ? file.code : "", terminal.stdout);
    }
  }
  return checked.every(({ ok }) => ok) ? EXIT.ok : EXIT.failed;
}

/** Reads a file; for a file that cannot be built, or is not UTF-8, returns the result of its check. */
async function readOrExplain(path: string, cwd: string): Promise<PluginFile | CheckedFile> {
  try {
    return await readPluginFile(path, cwd);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const loadError = describeError(error);
    return { file: relative(cwd, path), ok: false, meta: null, findings: [], loadError };
  }
}

/**
 * Applies the rules, and loads the files that pass them.
 *
 * @throws the reason of the signal, after the file that was checked when it was aborted
 */
export async function checkFiles(
  files: readonly (PluginFile | CheckedFile)[],
  signal?: AbortSignal,
): Promise<readonly CheckedFile[]> {
  const { approvalOf, inspectPlugin } = await import("@botwright/inspect");
  const { createSandbox } = await import("@botwright/sandbox");
  await using sandbox = createSandbox({ workers: 1, fetch: false });
  const checked: CheckedFile[] = [];
  for (const file of files) {
    if ("ok" in file) {
      checked.push(file);
      continue;
    }
    const { name, code } = file;
    const { ok, meta, findings } = inspectPlugin(code, { thirdParty: true });
    // `approvalOf` makes the load fail if the running file declares another `meta` than its source.
    const load = () => sandbox.load(code, { ...approvalOf(meta), file: name });
    const loadError = ok ? await load().then(() => null, describeError) : null;
    checked.push({ file: name, ok: ok && loadError === null, meta, findings, loadError });
    signal?.throwIfAborted();
  }
  const shared = findSharedSlugs(checked);
  return checked.map((result) => {
    const sameSlug = shared.get(result.file);
    return sameSlug === undefined ? result : { ...result, sameSlug };
  });
}

function print(
  { file, ok, meta, findings, loadError, sameSlug }: CheckedFile,
  code: string,
  out: Output,
): void {
  out.line(out.style("bold", file));
  const originOf = createOrigins(code, basename(file));
  for (const finding of findings) {
    const { severity, rule, message } = finding;
    const origin = originOf(finding);
    const label = out.style(COLOURS[severity], severity);
    out.line(`  ${placeOf(origin)}  ${label}  ${message}  ${out.style("dim", rule)}`);
    if (severity === "info") continue;
    const { source, caret } = origin.excerpt(out.width - EXCERPT_INDENT);
    out.line(`  ${out.style("dim", `${String(origin.line).padStart(4)} │`)} ${source}`);
    out.line(`  ${out.style("dim", "     │")} ${out.style(COLOURS[severity], caret)}`);
  }
  if (loadError !== null) {
    out.line(
      `  ${out.style("red", "error")}  It does not load: ${formatHeadline(loadError)}  ${out.style("dim", loadError.code)}`,
    );
    if (loadError.frame !== undefined) printFrame(loadError.frame, out);
  }
  if (sameSlug !== undefined) {
    const message = `the slug ${meta?.slug} is also that of ${sameSlug.join(", ")}: give it another one, a bot takes one plugin of a slug`;
    out.line(
      `  ${out.style("yellow", "warning")}  ${message}  ${out.style("dim", "duplicate-slug")}`,
    );
  }
  out.line(`  ${verdict(ok, meta, out)}; ${summaryOf(findings)}`);
}

/** How many columns precede a line of source. */
const EXCERPT_INDENT = 9;

function verdict(ok: boolean, meta: PluginMeta | null, out: Output): string {
  if (!ok) return out.style("red", "✗ a host would refuse it");
  const { slug, version } = meta ?? {};
  const what = slug === undefined ? "" : ` ${slug} ${version ?? "1.0.0"}`;
  return out.style("green", `✓${what} loads, and breaks no rule`);
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (severity: Finding["severity"]): number =>
    findings.filter((finding) => finding.severity === severity).length;
  return [
    plural(count("error"), "error"),
    plural(count("warning"), "warning"),
    plural(count("info"), "note"),
  ].join(", ");
}
