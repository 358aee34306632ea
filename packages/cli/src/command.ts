import type { Command } from "commander";
import type { ExitCode } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

/** What a command is declared with. */
export interface CommandHost {
  readonly program: Command;
  readonly terminal: Terminal;
  /** Does a command's work, and keeps how it ended. */
  readonly run: (work: () => Promise<ExitCode>) => Promise<void>;
}

/** Adds one command to the program. */
export type DeclareCommand = (host: CommandHost) => void;
