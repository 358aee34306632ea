/**
 * Runs modules one after another, each to its end. A page's snippets share a process, because each process
 * loads all packages again. A marker line on stderr precedes the output of each module; after the last one
 * comes what is printed at exit. Usage: `node run-snippets.ts FILE…`.
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
