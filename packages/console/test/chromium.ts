import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The headless shell first: it draws no window around each page, and takes a third less of the processor. */
const NAMES = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
];

/**
 * The browser of the tests: what `CHROMIUM` names, or else the first of the names on the path; `undefined`: there is
 * none, and the tests that need it are skipped.
 */
export const CHROMIUM: string | undefined = find();

function find(): string | undefined {
  const { CHROMIUM: named, PATH = "" } = process.env;
  if (named !== undefined) return existsSync(named) ? named : undefined;
  const folders = PATH.split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}
