import {
  BotwrightError,
  type IncomingMessage,
  type ParsedMessage,
  readRun,
  type RecordedRun,
  toRecordedRun,
} from "@botwright/core";
import type { StoredRun } from "./attempt.ts";
import { messageNotFound, type MessageRow } from "./message-rows.ts";
import {
  type Attempt,
  type AttemptSources,
  journalBytes,
  readAttempts,
  secretSettings,
} from "./read-attempts.ts";

/** The largest journal of a record, in bytes. Making a record holds several copies of the journal in memory. */
const MAX_BYTES = 16_777_216;

/**
 * Reads what one plugin's run at a message depended on and did, in the form that `botwright replay` reads. The record
 * contains no secrets of the run.
 *
 * @throws {BotwrightError} `RUN_NOT_RECORDED`
 */
export async function readRecord(
  sources: AttemptSources,
  row: MessageRow,
  plugin: string,
): Promise<RecordedRun> {
  const attempts = await readAttempts(sources, row);
  for (const attempt of attempts.toReversed()) {
    const run = attempt.trace?.runs.find((one) => one.plugin === plugin);
    if (run !== undefined) return toRecord(sources, row, attempt, run);
  }
  throw notRecorded(`the plugin ${plugin} had no turn at this message`);
}

async function toRecord(
  sources: AttemptSources,
  row: MessageRow,
  { inputs }: Attempt,
  { plugin: slug, version, callId, status, error, usage }: StoredRun,
): Promise<RecordedRun> {
  if (version === "") throw notRecorded("a plugin of the host itself runs outside of the sandbox");
  const settings = inputs?.runs[slug];
  if (status === "interrupted" || inputs === undefined || settings === undefined) {
    throw notRecorded("the run has not ended");
  }
  if ((await journalBytes(sources.db, callId)) > MAX_BYTES) {
    throw notRecorded("its host calls are too large for one file");
  }
  const calls = await readRun(sources.journal, callId);
  if (calls.calls.length === 0) throw notRecorded("its journal is not kept any more");
  const { platform, variant, userId, msg, mediaSha256 } = inputs;
  return toRecordedRun({
    plugin: { slug, version },
    meta: secretSettings(settings),
    callId,
    platform,
    variant,
    context: {
      msg: msg ?? (await messageOf(sources, row.id)),
      config: { ...settings.config },
      botDbId: row.bot_id,
      userId,
      mediaBuffer: mediaSha256 === null ? null : await readMedium(sources, mediaSha256),
    },
    ...calls,
    outcome: { status, ...(error && { error }), ...(usage && { usage }) },
  });
}

async function messageOf({ db }: AttemptSources, id: number): Promise<ParsedMessage> {
  const row = await db
    .selectFrom("message")
    .select("incoming")
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw messageNotFound();
  const { message }: IncomingMessage = JSON.parse(row.incoming);
  return message;
}

async function readMedium({ db }: AttemptSources, sha256: string): Promise<Uint8Array> {
  const row = await db
    .selectFrom("journal_media")
    .select("bytes")
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  if (row === undefined) throw notRecorded("its medium is not kept any more");
  return new Uint8Array(row.bytes);
}

function notRecorded(why: string): BotwrightError {
  return new BotwrightError(`there is no record of this run: ${why}`, { code: "RUN_NOT_RECORDED" });
}
