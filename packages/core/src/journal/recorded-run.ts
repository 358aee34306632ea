import type { JournalEntry } from "../ports/journal.ts";
import type { HostOperation } from "../calls/operations.ts";
import type { ParsedMessage } from "../types/message.ts";
import type { Platform, Variant } from "../types/platform.ts";
import type { PluginRun } from "../runtime/run-plugin.ts";
import {
  createMediaReader,
  createMediaWriter,
  type MediaWriter,
  type RecordedMediaType,
} from "./record-media.ts";
import type { RecordedSecret } from "./stand-ins.ts";
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

/** Marks few bytes in JSON, in Base64. */
const BYTES = "$bytes";
/** Marks bytes that stand in the record's `media`. */
const MEDIA = "$media";
/** Marks an object that has one of these keys itself. */
const OBJECT = "$object";

/** Of bytes that are no medium, so many stand where they belong; more would make a record hard to read. */
const MOST_INLINE = 256;

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
    context: encode(context, put, type === "text" ? "binary" : type),
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
  return assertValid("recorded run", validateRecordedRun(decode(written, read)));
}

function objectOf(value: unknown): { readonly media?: unknown } {
  return typeof value === "object" && value !== null ? value : {};
}

/** What the bytes of a host call are: `bot.sendImage` and `bot.downloadImage` have those of an image. */
function typeOf(operation: HostOperation): RecordedMediaType {
  const [, kind = "binary"] =
    /^bot\.(?:send|download)(Image|Voice|Video|File)$/.exec(operation) ?? [];
  return MEDIA_TYPES.find((type) => type === kind.toLowerCase()) ?? "binary";
}

const MEDIA_TYPES: readonly RecordedMediaType[] = ["image", "voice", "video", "file"];

function encodeCalls(calls: readonly JournalEntry[], put: MediaWriter["put"]): unknown[] {
  return calls.map((call) => encode(call, put, typeOf(call.operation)));
}

function encode(value: unknown, put: MediaWriter["put"], type: RecordedMediaType): unknown {
  if (value instanceof Uint8Array) {
    return type === "binary" && value.length <= MOST_INLINE
      ? { [BYTES]: Buffer.from(value).toString("base64") }
      : { [MEDIA]: put(value, type) };
  }
  if (Array.isArray(value)) return value.map((member: unknown) => encode(member, put, type));
  if (typeof value !== "object" || value === null) return value;
  const object = mapValues(value, (member) => encode(member, put, type));
  return [BYTES, MEDIA, OBJECT].some((mark) => mark in object) ? { [OBJECT]: object } : object;
}

function decode(value: unknown, read: (reference: unknown) => Uint8Array): unknown {
  if (Array.isArray(value)) return value.map((member: unknown) => decode(member, read));
  if (typeof value !== "object" || value === null) return value;
  if (MEDIA in value) return read(value[MEDIA]);
  if (BYTES in value && typeof value[BYTES] === "string") {
    return new Uint8Array(Buffer.from(value[BYTES], "base64"));
  }
  const marked = OBJECT in value ? value[OBJECT] : undefined;
  const object = typeof marked === "object" && marked !== null ? marked : value;
  return mapValues(object, (member) => decode(member, read));
}

function mapValues(object: object, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
