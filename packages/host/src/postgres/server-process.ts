import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { ServerUser } from "./server-user.ts";

/** Lines of output to keep, for error messages. */
const KEPT_LINES = 20;

/** A program of PostgreSQL that runs, with the last lines of its output. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Resolves when it has ended, also if it could not be started. */
  readonly ended: Promise<unknown>;
  /** Its last lines. */
  output(): string;
}

/**
 * Starts a program of PostgreSQL in a process group of its own: Ctrl-C in a terminal goes to all processes
 * of a group, and would stop the server before the host has written what it still has to write.
 */
export function startProcess(
  program: string,
  args: readonly string[],
  user: ServerUser | undefined,
  onLine: (line: string) => void = () => {},
): ServerProcess {
  const lines: string[] = [];
  const child = spawn(program, args, {
    ...user,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    cwd: "/",
    env: { LC_ALL: "C", TZ: "UTC" },
  });
  const add = (line: string): void => {
    if (line === "") return;
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    onLine(line);
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    let rest = "";
    stream.on("data", (text: string) => {
      const parts = (rest + text).split("\n");
      rest = (parts.pop() ?? "").slice(0, 10_000);
      parts.forEach(add);
    });
    stream.on("end", () => add(rest));
  }
  // A spawn that fails emits "error" and no "exit".
  const ended = once(child, "close").catch((error: unknown) => add(String(error)));
  return { child, ended, output: () => lines.join("\n") };
}
