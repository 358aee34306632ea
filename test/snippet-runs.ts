import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { root } from "./repository.ts";
import { MARK } from "./snippet-mark.ts";
import { RUN_SOURCES } from "./thread-bundle.ts";

const RUNNER = fileURLToPath(new URL("run-snippets.ts", import.meta.url));
const TIMEOUT_MS = 110_000;

/** How a process went that ran modules one after the other. */
export interface SnippetRun {
  /** What each said on stderr, by its file; nothing of those that the process did not come to the end of. */
  readonly said: ReadonlyMap<string, string>;
  /** What was said after the last one; `undefined` if the process did not get there. */
  readonly atEnd: string | undefined;
  /** The process's exit code; `null` if it had to be killed. */
  readonly code: number | null;
}

/** Runs modules in a process of their own, in the repository's folder. */
export function runSnippets(files: readonly string[]): Promise<SnippetRun> {
  const { promise, resolve } = Promise.withResolvers<SnippetRun>();
  const args = [...RUN_SOURCES, RUNNER, ...files];
  const child = execFile(
    "node",
    args,
    { cwd: root, timeout: TIMEOUT_MS },
    (_error, _out, stderr) => {
      const [, ...parts] = stderr.split(MARK);
      const texts = parts.map((part) => part.slice(part.indexOf("\n") + 1));
      // The mark of the next one says that one has come to its end.
      const said = new Map(
        files.slice(0, parts.length - 1).map((file, at) => [file, texts[at] ?? ""]),
      );
      resolve({ said, atEnd: texts[files.length], code: child.exitCode });
    },
  );
  return promise;
}
