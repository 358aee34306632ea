import type {
  ParsedMessage,
  Platform,
  RunTrace,
  TraceCall,
  TraceLog,
  Variant,
} from "@botwright/core";

/**
 * The part of a message's trace that is not in the journal: times, outcomes without values, log lines and errors. It
 * has no secrets of plugins, but is stored sealed, because log lines may quote people.
 */
export interface AttemptTrace {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly ms: number;
  readonly logs: readonly TraceLog[];
  readonly runs: readonly StoredRun[];
}

/** The run of one plugin. */
export interface StoredRun extends Omit<RunTrace, "calls"> {
  readonly calls: readonly StoredCall[];
}

/** A host call; its arguments and its answer are in the journal. */
export type StoredCall = Omit<TraceCall, "args" | "outcome">;

/**
 * What the runs of a message depended on besides their journals. It is stored sealed, because the settings contain
 * passwords; {@link toRecordedRun} removes the passwords from an exported run.
 */
export interface RunInputs {
  readonly platform: Platform;
  readonly variant: Variant;
  readonly userId: number;
  /** The message as the plugins got it; `null`: unchanged since the inbox accepted it. */
  readonly msg: ParsedMessage | null;
  /** The SHA-256 of the medium that the plugins got. `journal_media` has the medium if one of them had an effect. */
  readonly mediaSha256: string | null;
  /** The settings of each plugin, by slug. */
  readonly runs: Readonly<Record<string, RunSettings>>;
}

/** The settings of one plugin. */
export interface RunSettings {
  readonly config: Readonly<Record<string, unknown>>;
  /** The keys of the settings that are passwords. */
  readonly passwords: readonly string[];
}

/** The context with which a part of an attempt is sealed; see `Secrets`. */
export function attemptContext(
  part: "trace" | "inputs",
  { botId, platformId }: { readonly botId: number; readonly platformId: string },
): string {
  return `message/${JSON.stringify([botId, platformId])}/${part}`;
}
