import { describeError, formatHeadline } from "@botwright/core";
import { Command, CommanderError } from "commander";
import { printFrame } from "./output/code-frame.ts";
import type { DeclareCommand } from "./command.ts";
import { declareBuild } from "./commands/build.ts";
import { declareCheck } from "./commands/check.ts";
import { declareConflicts } from "./commands/conflicts.ts";
import { declareDev } from "./commands/dev.ts";
import { declareNew } from "./commands/new.ts";
import { declareReplay } from "./commands/replay.ts";
import { declareSubmit } from "./commands/submit.ts";
import { declareTest } from "./commands/test.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import type { Terminal } from "./terminal.ts";
import { readVersion } from "./version.ts";

const COMMANDS: readonly DeclareCommand[] = [
  declareNew,
  declareDev,
  declareBuild,
  declareCheck,
  declareTest,
  declareReplay,
  declareConflicts,
  declareSubmit,
];

const AFTER_HELP = `
Exit codes: 0 all is well, 1 something was found or failed, 2 the command was not understood.
Each command has its own help: botwright dev --help`;

/**
 * Runs the command line. Never rejects: errors are written to the terminal.
 *
 * @param argv The arguments after the command's name
 * @returns the exit code
 * @example
 * process.exitCode = await run(["check", "plugin.js"], terminal);
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = createProgram(terminal);
  const runWork = async (work: () => Promise<ExitCode>): Promise<void> => {
    exitCode = await work();
  };
  for (const declare of COMMANDS) declare({ program, terminal, run: runWork });
  for (const command of program.commands) {
    command.showHelpAfterError(`(botwright ${command.name()} --help lists what there is)`);
  }
  if (argv.length === 0) {
    program.outputHelp({ error: true });
    return EXIT.usage;
  }
  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    return explain(error, argv, terminal);
  }
}

function createProgram({ stdout, stderr }: Terminal): Command {
  return new Command("botwright")
    .description("Write, try out, test and check chat plugins: one file, five platforms.")
    .version(readVersion(), "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", AFTER_HELP)
    .helpCommand(false)
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .showHelpAfterError("(botwright --help lists what there is)")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.width,
      getErrHelpWidth: () => stderr.width,
      // Colours are always passed through, because commander itself adds none.
      getOutHasColors: () => true,
      getErrHasColors: () => true,
      outputError: (text, write) =>
        write(text.replace(/^error: /, `${stderr.style("red", "error")} `)),
    })
    .configureHelp({ styleTitle: (title) => stdout.style("bold", title) });
}

/** Reports an error: one line for people, and with `--json` one document for programs. */
function explain(error: unknown, argv: readonly string[], terminal: Terminal): ExitCode {
  const { stdout, stderr } = terminal;
  const isAskedForJson = argv.includes("--json");
  if (error instanceof CommanderError) {
    // Commander throws for help and version too; real errors are already written.
    if (error.exitCode === 0) return EXIT.ok;
    const message = error.message.replace(/^error: /, "");
    if (isAskedForJson) stdout.line(JSON.stringify({ error: message, code: "USAGE" }));
    return EXIT.usage;
  }
  if (terminal.signal.aborted) return EXIT.interrupted;
  const report = describeError(error);
  const { code, frame } = report;
  const message = formatHeadline(report);
  if (isAskedForJson) stdout.line(JSON.stringify({ error: message, code }));
  const suffix = code === "USAGE" ? "" : stderr.style("dim", ` (${code})`);
  stderr.line(`${stderr.style("red", "error")} ${message}${suffix}`);
  if (frame !== undefined) printFrame(frame, stderr);
  if (code === "INTERNAL_ERROR") stderr.line(framesOf(error));
  return code === "USAGE" ? EXIT.usage : EXIT.failed;
}

/** The frames of an error's stack, without its message, which was already printed. */
function framesOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return stack.slice(Math.max(0, stack.search(/^ +at /m)));
}
