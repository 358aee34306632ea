import { spawn } from "node:child_process";
import { EXIT, type ExitCode } from "./exit.ts";
import type { Output, Terminal } from "./terminal.ts";

/** Options of {@link runChild}. */
export interface ChildOptions {
  /** The output of the child. */
  readonly stdout: Output;
  /** @default the terminal's */
  readonly cwd?: string;
  /** @default the current Node executable */
  readonly command?: string;
  /** Finds the command through a shell, which npm on Windows needs. @default false */
  readonly shell?: boolean;
}

/** Runs a program with the terminal's own streams, and resolves to its exit code. */
export async function runChild(
  args: readonly string[],
  terminal: Terminal,
  options: ChildOptions,
): Promise<ExitCode> {
  const { stdout, cwd = terminal.cwd, command = process.execPath, shell = false } = options;
  const [out, err] = [stdout.stream, terminal.stderr.stream];
  // The process's own streams are inherited, so that the child can use the terminal too.
  const child = spawn(command, args, {
    cwd,
    shell,
    stdio: [hasDescriptor(terminal.stdin) ? "inherit" : "ignore", handOver(out), handOver(err)],
  });
  child.stdout?.pipe(out, { end: false });
  child.stderr?.pipe(err, { end: false });
  const stop = (): void => void child.kill("SIGTERM");
  terminal.signal.addEventListener("abort", stop);
  try {
    return await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve(code ?? EXIT.failed));
    });
  } finally {
    terminal.signal.removeEventListener("abort", stop);
  }
}

function handOver(stream: NodeJS.WritableStream): "pipe" | number {
  return hasDescriptor(stream) ? stream.fd : "pipe";
}

function hasDescriptor(stream: object): stream is { fd: number } {
  return "fd" in stream && typeof stream.fd === "number";
}
