#!/usr/bin/env node
/**
 * The command `botwright`. The only file that accesses the process: its arguments, streams, signals and
 * environment.
 */
import type { WriteStream } from "node:tty";
import { run } from "./run.ts";
import { createOutput, type Output, type PackageManager, type Terminal } from "./terminal.ts";
import { explainOldNode } from "./version.ts";

function toOutput(stream: WriteStream): Output {
  // Only for a tty does Node evaluate NO_COLOR and FORCE_COLOR; other streams get plain text.
  const hasColours = stream.isTTY && stream.hasColors();
  return createOutput(stream, { isTTY: stream.isTTY, hasColours, width: stream.columns });
}

/** The package manager that started the command: npm and similar ones identify themselves in the environment. */
function findPackageManager({
  npm_config_user_agent: agent,
  npm_execpath: script,
}: NodeJS.ProcessEnv): PackageManager | undefined {
  const name = /^(?<name>[a-z]+)\//.exec(agent ?? "")?.groups?.["name"];
  return name === undefined ? undefined : { name, script };
}

async function main(): Promise<void> {
  const tooOld = explainOldNode(process.version);
  if (tooOld !== undefined) {
    process.stderr.write(`${tooOld}\n`);
    process.exitCode = 2;
    return;
  }
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // A second signal ends the process at once.
      if (ending.signal.aborted) process.exit(130);
      ending.abort();
    });
  }
  // EPIPE: the reader of stdout, such as `head`, has closed the pipe.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  const { stdin, stdout, stderr } = process;
  const terminal: Terminal = {
    stdin,
    stdout: toOutput(stdout),
    stderr: toOutput(stderr),
    isInteractive: stdin.isTTY && stdout.isTTY,
    cwd: process.cwd(),
    signal: ending.signal,
    packageManager: findPackageManager(process.env),
    environment: {
      token: process.env["BOTWRIGHT_TOKEN"],
      email: process.env["BOTWRIGHT_EMAIL"],
      password: process.env["BOTWRIGHT_PASSWORD"],
    },
  };
  process.exitCode = await run(process.argv.slice(2), terminal);
}

await main();
