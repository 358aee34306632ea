import {
  createRedactor,
  type Journal,
  type PluginMeta,
  readRun,
  type Redactor,
  type RunCalls,
  type TraceCall,
} from "@botwright/core";
import type { Secrets } from "@botwright/services";
import { type Kysely, sql } from "kysely";
import { unescapeText } from "../database/escape-text.ts";
import type { Schema } from "../database/schema.ts";
import { attemptIdsOf } from "../stores/run-ids.ts";
import { attemptContext, type AttemptTrace, type RunInputs, type RunSettings } from "./attempt.ts";
import { type MessageError, type MessageRow, toError } from "./message-rows.ts";

/** What {@link readAttempts} needs. */
export interface AttemptSources {
  readonly db: Kysely<Schema>;
  readonly journal: Journal;
  readonly secrets: Secrets;
}

/** A stored attempt with its parts opened (unsealed). */
export interface Attempt {
  readonly number: number;
  readonly ended: "done" | "again" | "aside";
  readonly endedAt: Date;
  readonly handledBy: string | null;
  readonly error: MessageError | null;
  /** Absent when no handler ran. */
  readonly trace: AttemptTrace | undefined;
  readonly inputs: RunInputs | undefined;
}

/** The attempts at a message, the oldest first. */
export async function readAttempts(
  { db, secrets }: AttemptSources,
  message: Pick<MessageRow, "id" | "bot_id" | "platform_id">,
): Promise<Attempt[]> {
  const rows = await db
    .selectFrom("message_attempt")
    .selectAll()
    .where("message_id", "=", message.id)
    .orderBy("number")
    .execute();
  const key = { botId: message.bot_id, platformId: unescapeText(message.platform_id) };
  return Promise.all(
    rows.map(async (row): Promise<Attempt> => {
      const trace: AttemptTrace | undefined =
        row.trace === null
          ? undefined
          : JSON.parse(await secrets.open(row.trace, attemptContext("trace", key)));
      const inputs: RunInputs | undefined =
        row.inputs === null
          ? undefined
          : JSON.parse(await secrets.open(row.inputs, attemptContext("inputs", key)));
      return {
        number: row.number,
        ended: row.ended,
        endedAt: row.ended_at,
        handledBy: row.handled_by,
        error: toError(row.error_code, row.error_message),
        trace,
        inputs,
      };
    }),
  );
}

/** The part of a plugin's declaration that says which settings are secret. */
export function secretSettings({ passwords }: RunSettings): Pick<PluginMeta, "config_schema"> {
  return {
    config_schema: passwords.map((key) => ({ key, label: key, type: "password" as const })),
  };
}

/** The host calls of a run, and a redactor for them. */
export interface RecordedCalls {
  /** The calls by their sequence number. */
  readonly calls: ReadonlyMap<number, Pick<TraceCall, "operation" | "args" | "outcome">>;
  /** Absent if the calls contain no secrets any more. */
  readonly redactor?: Redactor;
}

/** The largest journal of a run, in bytes, that is read to show host calls: reading takes several times the memory. */
const MAX_BYTES = 33_554_432;

/**
 * Reads the host calls of a run, with a redactor that knows the secrets in the settings and in the outcomes of the run.
 *
 * @returns no calls if the journal has none any more, or more than `maxBytes` bytes
 */
export async function readRecordedCalls(
  { db, journal }: Pick<AttemptSources, "db" | "journal">,
  callId: string,
  settings: RunSettings,
  maxBytes = MAX_BYTES,
): Promise<RecordedCalls> {
  if ((await journalBytes(db, callId)) > maxBytes) return { calls: new Map() };
  const { calls, attempts }: RunCalls = await readRun(journal, callId);
  const redactor = createRedactor();
  redactor.addConfig(secretSettings(settings), settings.config);
  for (const call of [...attempts.flatMap((attempt) => attempt.calls), ...calls]) {
    if (call.outcome !== undefined) redactor.addOutcome(call, call.outcome);
  }
  return { calls: new Map(calls.map((call) => [call.sequence, call])), redactor };
}

/** The size of a run's journal in bytes: its entries as they are stored, and the media that they name. */
export async function journalBytes(db: Kysely<Schema>, callId: string): Promise<number> {
  const ids = attemptIdsOf(callId);
  const { rows } = await sql<{ readonly bytes: number }>`
    select (
      (select coalesce(sum(octet_length(sealed)), 0) from journal_entry
        where call_id = any(${ids}::text[]))
      + (select coalesce(sum(octet_length(bytes)), 0) from journal_media
        where sha256 in (select sha256 from journal_media_use where call_id = any(${ids}::text[])))
    )::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}
