import { createLogger, type Logger } from "@botwright/core";
import { pino, type DestinationStream } from "pino";

/** Fields that never reach a log, wherever they stand in its first levels. */
const SECRET = [
  "password",
  "token",
  "secret",
  "authorization",
  "cookie",
  "api_key",
  "app_secret",
  "credentials",
];

/**
 * Creates the logger of a process: a line of JSON each, as pino writes them.
 *
 * @param level the lowest level that is written
 */
export function createProcessLogger(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const log = pino({ level, redact: { paths, censor: "[redacted]" } }, destination);
  return createLogger((line) => log[line.level](line.fields, line.message));
}
