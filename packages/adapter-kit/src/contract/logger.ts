import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Logger } from "@botwright/core";

/** A logger that keeps its lines. */
export interface RecordingLogger extends Logger {
  readonly lines: readonly { level: string; message: string; fields: unknown }[];
}

/** Makes a {@link RecordingLogger}. */
export function createRecordingLogger(): RecordingLogger {
  const lines: { level: string; message: string; fields: unknown }[] = [];
  const record =
    (level: string) =>
    (message: string, fields?: Record<string, unknown>): void => {
      lines.push({ level, message, fields });
    };
  return {
    lines,
    debug: record("debug"),
    info: record("info"),
    warn: record("warn"),
    error: record("error"),
  };
}

/**
 * Looks for secrets in all that can be seen of a value: its JSON, what `inspect` prints, and for
 * errors the message, stack and own fields of the whole chain of causes.
 *
 * @throws {AssertionError} naming where it is
 */
export function assertNoSecret(value: unknown, secrets: readonly string[], where: string): void {
  const views = [
    inspect(value, { depth: Infinity, showHidden: true, maxArrayLength: null, breakLength: 200 }),
    JSON.stringify(value) ?? "",
  ];
  for (let error = value; error instanceof Error; error = error.cause) {
    views.push(String(error), error.stack ?? "", JSON.stringify(Object.entries(error)));
  }
  for (const secret of secrets) {
    const found = views.some(
      (view) => view.includes(secret) || view.includes(encodeURIComponent(secret)),
    );
    assert.ok(!found, `${where} holds a secret`);
  }
}
