import type {
  ParsedMessage,
  Platform,
  RunTrace,
  TraceCall,
  TraceLog,
  Variant,
} from "@botwright/core";

/**
 * What a message's trace is made of, with the journal: times, outcomes without values, log lines and
 * errors. It has no secrets of plugins; it is stored sealed, because log lines may quote people.
 */
export interface AttemptTrace {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly ms: number;
  readonly logs: readonly TraceLog[];
  readonly runs: readonly StoredRun[];
}

/** One plugin's turn. */
export interface StoredRun extends Omit<RunTrace, "calls"> {
  readonly calls: readonly StoredCall[];
}

/** A host call; its arguments and its answer are in the journal. */
export type StoredCall = Omit<TraceCall, "args" | "outcome">;

/**
 * What the runs of a message depended on beside their journals, stored sealed: settings have the values of
 * passwords. {@link toRecordedRun} takes them out of what is exported.
 */
export interface RunInputs {
  readonly platform: Platform;
  readonly variant: Variant;
  readonly userId: number;
  /** The message as plugins got it; `null`: as it was accepted. */
  readonly msg: ParsedMessage | null;
  /**
   * The SHA-256 of the medium that they got, which is among the journal's media when one of them had an effect.
   */
  readonly mediaSha256: string | null;
  /** By slug. */
  readonly runs: Readonly<Record<string, RunSettings>>;
}

/** The settings of one plugin. */
export interface RunSettings {
  readonly config: Readonly<Record<string, unknown>>;
  /** The keys of those that are passwords. */
  readonly passwords: readonly string[];
}

/** The contexts with which parts of an attempt are sealed; see `Secrets`. */
export function attemptContext(
  part: "trace" | "inputs",
  { botId, platformId }: { readonly botId: number; readonly platformId: string },
): string {
  return `message/${JSON.stringify([botId, platformId])}/${part}`;
}
