/** Says once, before all tests, that those with a browser are skipped. */
import { CHROMIUM } from "./chromium.ts";

export default function setup(): void {
  if (CHROMIUM === undefined) {
    console.warn("No chromium here: the tests of packages/console with a browser are skipped.");
  }
}
