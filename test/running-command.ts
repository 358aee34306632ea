import { spawn } from "node:child_process";
import { once } from "node:events";

/** A running command with a terminal-like input. */
export interface RunningCommand extends AsyncDisposable {
  /** What it has printed on stdout. */
  readonly output: () => string;
  readonly type: (line: string) => void;
  /** Ctrl-C. */
  readonly interrupt: () => void;
  /** Whether a pattern is printed before the command ends, or a minute is over. */
  readonly prints: (pattern: RegExp, from?: number) => Promise<boolean>;
  /** Its exit code. */
  readonly exited: Promise<number | null>;
}

const TIMEOUT_MS = 60_000;

/** Starts a command in a shell. It is killed at the end, unless it has exited. */
export function startCommand(command: string, cwd: string, env: NodeJS.ProcessEnv): RunningCommand {
  const child = spawn(command, {
    cwd,
    env,
    shell: true,
    // A process group of its own, as in a terminal: Ctrl-C reaches all of it.
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  let hasEnded = false;
  const exited = once(child, "close").then(() => {
    hasEnded = true;
    return child.exitCode;
  });
  const kill = (signal: NodeJS.Signals): void => {
    if (!hasEnded && child.pid !== undefined) process.kill(-child.pid, signal);
  };
  return {
    output: () => output,
    type: (line) => void child.stdin.write(`${line}\n`),
    interrupt: () => kill("SIGINT"),
    exited,
    async prints(pattern, from = 0) {
      const late = AbortSignal.timeout(TIMEOUT_MS);
      while (!pattern.test(output.slice(from))) {
        if (late.aborted || hasEnded) return false;
        await Promise.race([once(child.stdout, "data", { signal: late }), exited]).catch(() => {});
      }
      return true;
    },
    async [Symbol.asyncDispose]() {
      kill("SIGKILL");
      await exited;
    },
  };
}
