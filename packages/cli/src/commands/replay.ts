import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  BotwrightError,
  describeError,
  type JournalEntry,
  type Logger,
  parseRecordedRun,
  type RecordedRun,
} from "@botwright/core";
import type { ReplayReport } from "@botwright/harness";
import type { CommandHost } from "../command.ts";
import { EXIT, type ExitCode, UsageError } from "../exit.ts";
import { readNamedFile } from "../named-file.ts";
import {
  findOnePlugin,
  listPlugins,
  type PluginFile,
  readPluginFile,
} from "../plugins/plugin-files.ts";
import { printReplay, type ReplayStep } from "../output/print-replay.ts";
import type { Terminal } from "../terminal.ts";

interface ReplayOptions {
  readonly step?: boolean;
  readonly json?: boolean;
}

/** `botwright replay`. */
export function declareReplay({ program, terminal, run }: CommandHost): void {
  program
    .command("replay")
    .argument("<record>", "a recorded run: from a host's trace, /save of dev, or a test's record()")
    .argument(
      "[plugin]",
      "the plugin's file, or a folder with one plugin; found by itself in this folder or the record's",
    )
    .summary("run a plugin again on what was recorded")
    .description(
      "Runs a plugin again on what was recorded: nothing is sent, asked or paid. Shows each host call and the first difference. Ends with 1 when there is one.",
    )
    .option("-s, --step", "wait for Enter between the calls")
    .option(
      "--json",
      "print one JSON document: { file, same, sameSource, difference, outcome, calls }",
    )
    .action((record: string, plugin: string | undefined, options: ReplayOptions) =>
      run(() => replayRecord(record, plugin, options, terminal)),
    );
}

async function replayRecord(
  record: string,
  plugin: string | undefined,
  { step = false, json = false }: ReplayOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (step && !terminal.isInteractive) {
    throw new UsageError("--step waits for Enter, and there is no terminal: leave it out");
  }
  const recorded = await readRun(record, terminal.cwd);
  const file = await findPlugin(recorded, plugin, [
    terminal.cwd,
    dirname(resolve(terminal.cwd, record)),
  ]);
  const { report, steps } = await rerun(recorded, file);
  if (json) {
    const calls = steps.flatMap((one) => (one.type === "call" ? [one.call] : []));
    const { same, sameSource, difference = null, outcome } = report;
    const document = { file: file.name, same, sameSource, difference, outcome, calls };
    terminal.stdout.line(JSON.stringify(document, undefined, 2));
  } else if (!(await printReplay({ report, steps, file, isStepping: step }, terminal))) {
    return EXIT.interrupted;
  }
  return report.same ? EXIT.ok : EXIT.failed;
}

async function readRun(record: string, cwd: string): Promise<RecordedRun> {
  const missing = `There is no record ${record}: /save in botwright dev writes one, and so does record() in a test`;
  const text = (await readNamedFile(record, cwd, missing)).toString();
  try {
    return parseRecordedRun(text);
  } catch (cause) {
    const { code, message } = describeError(cause);
    throw new BotwrightError(`${record}: ${message}`, { code, cause });
  }
}

/** Finds the file of the recorded source, otherwise a newer version of the plugin. */
async function findPlugin(
  { plugin: { slug, version } }: RecordedRun,
  given: string | undefined,
  [cwd = "", ...further]: readonly string[],
): Promise<PluginFile> {
  if (given !== undefined) return readPluginFile(await findOnePlugin(given, cwd), cwd);
  const { inspectPlugin } = await import("@botwright/inspect");
  const files: PluginFile[] = [];
  /** Why files could not be read. An unreadable file may be the plugin, but must not stop the search. */
  const unread: string[] = [];
  for (const folder of [cwd, ...further]) {
    for (const name of await listPlugins(folder)) {
      await readPluginFile(join(folder, name), cwd).then(
        (file) => files.push(file),
        (error: unknown) => unread.push(describeError(error).message),
      );
    }
  }
  const found =
    files.find((file) => file.version === version) ??
    files.find(({ code }) => inspectPlugin(code).meta?.slug === slug);
  if (found !== undefined) return found;
  const missing = `No file here is the plugin "${slug}": say which one it is, as in botwright replay <record> plugin.js`;
  throw new UsageError([missing, ...unread].join("\n  cannot be read: "));
}

/** Reruns the record without pauses, because a person may look at the steps for longer than a call may take. */
async function rerun(
  recorded: RecordedRun,
  file: PluginFile,
): Promise<{ report: ReplayReport; steps: readonly ReplayStep[] }> {
  const { replay } = await import("@botwright/harness");
  const steps: ReplayStep[] = [];
  const at =
    (level: keyof Logger) =>
    (text: string): void =>
      void steps.push({ type: "log", level, text });
  const report = await replay(recorded, pathToFileURL(file.path), {
    logger: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    onCall: (call: JournalEntry) => void steps.push({ type: "call", call }),
  });
  return { report, steps };
}
