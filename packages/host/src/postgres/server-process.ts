import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { ServerUser } from "./server-user.ts";

/** The number of last lines of output to keep for error messages. */
const KEPT_LINES = 20;

/** A running program of PostgreSQL, with the last lines of its output. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** Resolves when the program has ended, also if it could not be started. */
  readonly ended: Promise<unknown>;
  /** Returns the last lines of the program's output. */
  output(): string;
}

/**
 * Starts a program of PostgreSQL in its own process group. Ctrl-C in a terminal signals all processes of a group, and
 * would stop the server before the host has written the results of its last messages.
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
