import type { Command } from "commander";
import type { ExitCode } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

/** The services with which a command is declared. */
export interface CommandHost {
  readonly program: Command;
  readonly terminal: Terminal;
  /** Runs a command's work, and stores its exit code. */
  readonly run: (work: () => Promise<ExitCode>) => Promise<void>;
}

/** Adds one command to the program. */
export type DeclareCommand = (host: CommandHost) => void;
