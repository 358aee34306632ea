/**
 * Runs modules one after the other, each to its end; a page's snippets share a process, since each
 * process loads all packages anew. What a module says on stderr stands behind a line with its place in
 * the list; behind the last line is what is said when all are done. Usage: `node run-snippets.ts FILE…`.
 */
import { setImmediate as turn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { MARK } from "./snippet-mark.ts";

for (const [index, file] of process.argv.slice(2).entries()) {
  process.stderr.write(`${MARK}${index}\n`);
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    console.error(error);
  }
  // Warnings come a turn later.
  await turn();
}
process.stderr.write(`${MARK}end\n`);
