import type { JournalEntry } from "../../ports/journal.ts";
import type { ParsedMessage } from "../../types/message.ts";
import type { Platform, Variant } from "../../types/platform.ts";
import type { PluginRun } from "../../runtime/results.ts";
import { decodeBytes, encodeBytes, encodeJournalEntry } from "../entry-codec.ts";
import { createMediaReader, createMediaWriter, type MediaWriter } from "./record-media.ts";
import type { RecordedSecret } from "../secrets/stand-ins.ts";
import { validateRecordedRun } from "../../generated/validators.ts";
import { InvalidInputError } from "../../types/errors.ts";
import { assertValid } from "../../rules/validation/validation.ts";

/**
 * Everything that one run of a handler depended on, and its result. It is the content of a trace or a bug
 * report, and can be replayed exactly on any machine with the same major version of Node.
 */
export interface RecordedRun {
  format: "botwright-run";
  /** @type int32 */
  formatVersion: 1;
  /** `version` is the SHA-256 of the source as hexadecimal digits; `""` for a trusted function. */
  plugin: { slug: string; version: string };
  callId: string;
  platform: Platform;
  variant: Variant;
  context: {
    msg: ParsedMessage;
    config: Record<string, unknown>;
    botDbId: number;
    userId: number;
    mediaBuffer: Uint8Array | null;
  };
  /**
   * The secrets that the run was given. Their values are not in the record: placeholders stand for them,
   * as `__secret.config.apiKey__`, or `__secret.config.apiKey.base64__` where the plugin had encoded it.
   * `standInFor` makes of them what a replay runs with.
   */
  secrets?: RecordedSecret[];
  /**
   * The attempts that ended because a key that the run had read was changed by another one, in order: the
   * key, and the host calls of the attempt. A replay repeats the last attempt, which is in `calls`.
   */
  attempts?: { key: string; calls: JournalEntry[] }[];
  /** The host calls, by sequence. */
  calls: JournalEntry[];
  outcome: Pick<PluginRun, "status" | "error" | "usage">;
}

/**
 * Writes a run as JSON. A medium and other bytes stand in it by SHA-256, length and type; the bytes are
 * beside it, in `media`, each once.
 *
 * @example
 * await writeFile("run.json", formatRecordedRun(run));
 */
export function formatRecordedRun(run: RecordedRun): string {
  const { context, attempts, calls, ...rest } = run;
  const { type } = context.msg;
  const { media, put } = createMediaWriter();
  const written = {
    ...rest,
    context: encodeBytes(context, put, type === "text" ? "binary" : type),
    ...(attempts !== undefined && {
      attempts: attempts.map((attempt) => ({ ...attempt, calls: encodeCalls(attempt.calls, put) })),
    }),
    calls: encodeCalls(calls, put),
    ...(Object.keys(media).length > 0 && { media }),
  };
  return `${JSON.stringify(written, undefined, 2)}\n`;
}

/**
 * Parses what {@link formatRecordedRun} has written.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path; `MEDIA_MISSING` or `MEDIA_CHANGED` when
 * the bytes are not those that the record names
 */
export function parseRecordedRun(text: string): RecordedRun {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new InvalidInputError("a recorded run must be JSON", { code: "INVALID_INPUT", cause });
  }
  const { media, ...written } = objectOf(value);
  const read = createMediaReader({ ...objectOf(media) });
  return assertValid("recorded run", validateRecordedRun(decodeBytes(written, read)));
}

function objectOf(value: unknown): { readonly media?: unknown } {
  return typeof value === "object" && value !== null ? value : {};
}

function encodeCalls(calls: readonly JournalEntry[], put: MediaWriter["put"]): unknown[] {
  return calls.map((call) => encodeJournalEntry(call, put));
}
