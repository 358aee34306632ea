/** Receives log lines; core itself prints nothing. Fields never contain secrets. */
export interface Logger {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** The levels of a {@link Logger}, by its methods. */
export type LogLevel = keyof Logger;

/** One line of a log. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Creates a logger from one function.
 *
 * @example
 * const logger = createLogger(({ level, message }) => console.log(level, message));
 */
export function createLogger(write: (line: LogLine) => void): Logger {
  const at =
    (level: LogLevel) =>
    (message: string, fields: Record<string, unknown> = {}): void =>
      write({ level, message, fields });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/**
 * Creates a logger that passes each line to another logger, with additional fields, and to a listener, which gets the
 * line unchanged.
 */
export function observeLogger(
  logger: Logger,
  onLine: ((line: LogLine) => void) | undefined,
  added: Readonly<Record<string, unknown>> = {},
): Logger {
  if (onLine === undefined && logger === silentLogger) return logger;
  return createLogger((line) => {
    const { level, message, fields } = line;
    logger[level](message, { ...added, ...fields });
    onLine?.(line);
  });
}

/** A logger that drops everything: the default of every option named `logger`. */
export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
