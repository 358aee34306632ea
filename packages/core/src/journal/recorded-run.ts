import type { JournalEntry } from "../ports/journal.ts";
import type { ParsedMessage } from "../types/message.ts";
import type { Platform, Variant } from "../types/platform.ts";
import type { PluginRun } from "../runtime/run-plugin.ts";
import { validateRecordedRun } from "../generated/validators.ts";
import { InvalidInputError } from "../types/errors.ts";
import { assertValid } from "../rules/validation.ts";

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
   * Names of the secrets given to the run, such as `config.apiKey` or `feishu.app_secret`. The record
   * contains placeholders in place of their values.
   */
  secrets?: string[];
  /** The host calls by sequence number. */
  calls: JournalEntry[];
  outcome: Pick<PluginRun, "status" | "error" | "usage">;
}

/** Marks bytes in JSON; an object that itself has this key is wrapped in {@link OBJECT}. */
const BYTES = "$bytes";
const OBJECT = "$object";

/**
 * Writes a run as JSON.
 *
 * @example
 * await writeFile("run.json", formatRecordedRun(run));
 */
export function formatRecordedRun(run: RecordedRun): string {
  return `${JSON.stringify(encode(run), undefined, 2)}\n`;
}

/**
 * Parses what {@link formatRecordedRun} has written.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the path
 */
export function parseRecordedRun(text: string): RecordedRun {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new InvalidInputError("a recorded run must be JSON", { code: "INVALID_INPUT", cause });
  }
  return assertValid("recorded run", validateRecordedRun(decode(value)));
}

/** Converts bytes to JSON objects, and wraps objects that look like such a conversion. */
function encode(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== "object" || value === null) return value;
  const object = mapValues(value, encode);
  return BYTES in object || OBJECT in object ? { [OBJECT]: object } : object;
}

function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== "object" || value === null) return value;
  if (BYTES in value && typeof value[BYTES] === "string") {
    return new Uint8Array(Buffer.from(value[BYTES], "base64"));
  }
  if (OBJECT in value && typeof value[OBJECT] === "object" && value[OBJECT] !== null) {
    return mapValues(value[OBJECT], decode);
  }
  return mapValues(value, decode);
}

function mapValues(object: object, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
