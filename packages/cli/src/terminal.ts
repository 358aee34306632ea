import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { styleText } from "node:util";
import { showControls } from "./output/show-controls.ts";

/** The formats of `styleText` that the command uses. */
export type Format = "bold" | "dim" | "red" | "green" | "yellow" | "blue" | "cyan" | "magenta";

/** One of the two output streams. */
export interface Output {
  readonly stream: Writable;
  /** Whether the output is a terminal. */
  readonly isTTY: boolean;
  /** Characters per line. */
  readonly width: number;
  /** Writes one line or several. Control characters are escaped, except those of `style`. */
  line(text?: string): void;
  /** Like `line`, without ending the line. */
  write(text: string): void;
  /** Colours a text if colours are shown; for `line`, `write` and `written`. */
  style(format: Format | readonly Format[], text: string): string;
  /** The text that `write` would write. */
  written(text: string): string;
}

/** The environment of a command: the process's own, or that of a test. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Whether the input is a terminal, so that questions are possible. */
  readonly isInteractive: boolean;
  /** The folder to which paths are relative. */
  readonly cwd: string;
  /** Aborted when the command must end, as by Ctrl-C. */
  readonly signal: AbortSignal;
  /** The package manager that started the command; `undefined` without one. */
  readonly packageManager: PackageManager | undefined;
  /** Credentials for a host in the environment variables. */
  readonly environment: LoginEnvironment;
}

/** Credentials in the environment, for scripts. */
interface LoginEnvironment {
  readonly token?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

/** A package manager that can be run as a child process. */
export interface PackageManager {
  readonly name: string;
  /** Its script, if it reported one in `npm_execpath`. */
  readonly script: string | undefined;
}

/** Options of {@link createOutput}. */
export interface OutputOptions {
  readonly isTTY?: boolean;
  readonly hasColours?: boolean;
  /** @default 80 */
  readonly width?: number | undefined;
}

/**
 * Replaces ESC in the sequences of `style` until they are written. Its value is random, so that an ESC in a stranger's
 * text, such as that of a recorded run, cannot be mistaken for one of them.
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
