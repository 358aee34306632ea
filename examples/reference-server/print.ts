import type { Logger } from "@botwright/core";

/** Prints one line with its topic in front, so that the lines of one topic stand under each other. */
export function print(topic: string, line: string): void {
  console.log(`${topic.padEnd(9)} ${line}`);
}

/** Shows warnings and errors of the packages; what goes well is told by the server itself. */
export const logger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (message, fields) => print("warning", describe(message, fields)),
  error: (message, fields) => print("error", describe(message, fields)),
};

function describe(message: string, fields: Record<string, unknown> = {}): string {
  const details = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [message, ...details].join(" ");
}
