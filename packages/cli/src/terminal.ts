import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { styleText } from "node:util";
import { showControls } from "./output/show-controls.ts";

/** The formats of `styleText` that are in use here. */
export type Format = "bold" | "dim" | "red" | "green" | "yellow" | "blue" | "cyan" | "magenta";

/** One of the two ways out. */
export interface Output {
  readonly stream: Writable;
  /** Whether the output is a terminal. */
  readonly isTTY: boolean;
  /** Characters in a line. */
  readonly width: number;
  /** Writes a line, or several. Of control characters only those of `style` reach the terminal. */
  line(text?: string): void;
  /** As `line`, without ending the line. */
  write(text: string): void;
  /** Colours a text, where colours are shown; for `line`, `write` and `written`. */
  style(format: Format | readonly Format[], text: string): string;
  /** A text as `write` writes it. */
  written(text: string): string;
}

/** Where a command reads, writes and runs: the process's own, or a test's. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Whether the input is a terminal, so that questions are possible. */
  readonly isInteractive: boolean;
  /** The folder that relative paths are meant from. */
  readonly cwd: string;
  /** Aborted when the command shall end, as by Ctrl-C. */
  readonly signal: AbortSignal;
  /** How the package manager that started the command is run; `undefined` without one. */
  readonly packageManager: PackageManager | undefined;
  /** What the environment says of a login to a host. */
  readonly environment: LoginEnvironment;
}

/** Credentials in the environment, for scripts. */
interface LoginEnvironment {
  readonly token?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

/** A package manager, as a child process. */
export interface PackageManager {
  readonly name: string;
  /** Its script, if it reported one in `npm_execpath`. */
  readonly script: string | undefined;
}

/** What an {@link Output} is made of. */
export interface OutputOptions {
  readonly isTTY?: boolean;
  readonly hasColours?: boolean;
  /** @default 80 */
  readonly width?: number | undefined;
}

/**
 * Stands for ESC in the sequences of `style` until they are written. Nobody else knows it, so an ESC in a stranger's
 * text, such as that of a recorded run, cannot be taken for one of them.
 */
const OWN_ESCAPE = `<${randomUUID()}>`;

/** Creates an {@link Output}. */
export function createOutput(stream: Writable, options: OutputOptions = {}): Output {
  const { isTTY = false, hasColours = false, width = 80 } = options;
  const write = (text: string): void => void stream.write(written(text));
  return {
    stream,
    isTTY,
    width,
    line: (text = "") => write(`${text}\n`),
    write,
    style(format, text) {
      if (!hasColours) return text;
      const formats = typeof format === "string" ? [format] : [...format];
      const [start = "", end = ""] = styleText(formats, "\n", { validateStream: false })
        .replaceAll("\u001B", OWN_ESCAPE)
        .split("\n");
      return `${start}${text}${end}`;
    },
    written,
  };
}

function written(text: string): string {
  return text.split(OWN_ESCAPE).map(showControls).join("\u001B");
}
