import { createRunLog, type Logger, type OnBotEvent } from "@botwright/core";

/** Prints one line with its topic in front, so that the lines of one topic stand under each other. */
export function print(topic: string, line: string): void {
  console.log(`${topic.padEnd(9)} ${line}`);
}

/** Shows warnings and errors of the packages; the server itself prints what goes well. */
const printed: Logger = {
  debug: () => {},
  info: () => {},
  warn: (message, fields) => print("warning", describe(message, fields)),
  error: (message, fields) => print("error", describe(message, fields)),
};

function describe(message: string, fields: Record<string, unknown> = {}): string {
  const details = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [message, ...details].join(" ");
}

const runLog = createRunLog(printed);

/** The same without the lines of runs, which have the secrets of plugins. */
export const logger: Logger = runLog.logger;

/** Prints the lines of runs, from their events. */
export const logRuns: OnBotEvent = runLog.onEvent;
