import type { Logger } from "@botwright/core";

/** A logger whose lines a test can look at. */
export function createCollectingLogger(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const add = (line: string): void => void lines.push(line);
  return { logger: { debug: add, info: add, warn: add, error: add }, lines };
}
