import { createLogger, type Logger } from "@botwright/core";
import { pino, type DestinationStream } from "pino";

/** The fields whose values are redacted, in the first three levels of a log entry. */
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
 * Creates the logger of a process. It writes each entry as a line of JSON, in pino's format.
 *
 * @param level the lowest level that is written
 */
export function createProcessLogger(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const log = pino({ level, redact: { paths, censor: "[redacted]" } }, destination);
  return createLogger((line) => log[line.level](line.fields, line.message));
}
