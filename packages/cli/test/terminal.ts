import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { run } from "../src/run.ts";
import { createOutput, type Terminal } from "../src/terminal.ts";

/** A folder of its own that is gone afterwards. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
}

/** Makes a {@link Folder}. */
export async function makeFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "botwright-cli-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Makes a {@link Folder} with files, by their paths in it. */
export async function withFiles(files: Readonly<Record<string, string>>): Promise<Folder> {
  const folder = await makeFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), text);
  }
  return folder;
}

/** A terminal that a test reads. */
export interface TestTerminal extends Terminal {
  readonly out: () => string;
  readonly err: () => string;
  readonly typeIn: (text: string) => void;
  /** Ctrl-C. */
  readonly interrupt: () => void;
  /** Resolves when the text is there. */
  readonly waitFor: (pattern: RegExp) => Promise<RegExpExecArray>;
}

/** How a test's terminal is. */
export interface TestTerminalOptions {
  readonly isInteractive?: boolean;
  readonly hasColours?: boolean;
  readonly width?: number;
  /** What is piped in; without it stdin stays open. */
  readonly input?: string;
  readonly environment?: Terminal["environment"];
}

/** Makes a {@link TestTerminal} in a folder. */
export function createTestTerminal(cwd: string, options: TestTerminalOptions = {}): TestTerminal {
  const { isInteractive = false, hasColours = false, width = 80, input } = options;
  const ending = new AbortController();
  const stdin = new PassThrough();
  if (input !== undefined) stdin.end(input);
  const [stdout, stderr] = [createCapture(), createCapture()];
  const how = { isTTY: isInteractive, hasColours, width };
  return {
    stdin,
    stdout: createOutput(stdout.stream, how),
    stderr: createOutput(stderr.stream, how),
    isInteractive,
    cwd,
    signal: ending.signal,
    packageManager: undefined,
    environment: options.environment ?? {},
    out: stdout.text,
    err: stderr.text,
    typeIn: (text) => void stdin.write(text),
    interrupt: () => ending.abort(),
    waitFor: stdout.waitFor,
  };
}

interface Capture {
  readonly stream: PassThrough;
  readonly text: () => string;
  readonly waitFor: (pattern: RegExp) => Promise<RegExpExecArray>;
}

function createCapture(): Capture {
  const stream = new PassThrough();
  let text = "";
  stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return {
    stream,
    text: () => text,
    waitFor(pattern) {
      return new Promise((resolve) => {
        const look = (): void => {
          const found = pattern.exec(text);
          if (found === null) return;
          stream.off("data", look);
          resolve(found);
        };
        stream.on("data", look);
        look();
      });
    },
  };
}

/** A command that has ended. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in a folder. */
export async function runIn(
  cwd: string,
  argv: readonly string[],
  options: TestTerminalOptions = {},
): Promise<Ended> {
  const terminal = createTestTerminal(cwd, options);
  const code = await run(argv, terminal);
  // What was written last is on its way through the stream.
  await new Promise((resolve) => setImmediate(resolve));
  return { code, out: terminal.out(), err: terminal.err() };
}
