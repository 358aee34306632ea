import type { HostOperation } from "../calls/operations.ts";

/** How a host call ended. */
export type HostCallOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: { code: string; message: string } };

/** How a host call ended: what the handler got, at what time, and in which order. */
export type JournaledOutcome = {
  /** 0, 1, 2 … in the order in which the host calls of one run ended. */
  readonly order: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The handler did not get it any more: its time was up, or something else had ended it from outside. */
  readonly isLate?: true;
} & HostCallOutcome;

/** One host call of a handler. Without an outcome it was begun and never ended. */
export interface JournalEntry {
  /** The call of the handler that it belongs to; the message, for the download of its medium. */
  readonly callId: string;
  /** 0, 1, 2 … in the order of the requests. */
  readonly sequence: number;
  readonly operation: HostOperation;
  /**
   * Of a call that was refused with more than 64 KiB of arguments, only what comes first, and all bytes: `…` stands for
   * a text that is too long, and for the rest of a list or of an object.
   */
  readonly args: readonly unknown[];
  readonly outcome?: JournaledOutcome;
  /**
   * The version of the plugin that has begun the run: SHA-256 of its source. Only in the entry with sequence
   * 0, and absent for a trusted function.
   */
  readonly version?: string;
  /**
   * The settings that the run was begun with, passwords included: a journal stores them encrypted, and
   * no interface returns them. Only in the entry with sequence 0. Absent in older journals, and for a trusted
   * function with settings that are no JSON.
   */
  readonly config?: Readonly<Record<string, unknown>>;
}

/**
 * Records what a handler asked of its host and what it was answered. A run is a pure function of
 * its journal, so the same journal serves traces, replay and recovery. What a journal rejects with is a
 * failure of the infrastructure: the message is tried again later. So is one that does not answer in
 * time (`DispatcherOptions.graceMs`).
 */
export interface Journal {
  /**
   * Writes entries in one step, all or none; durable when it resolves. An entry takes the place of
   * the one with its call and sequence. Writes take effect in the order in which they were asked for,
   * also one that takes longer than its caller waits.
   */
  write(entries: readonly JournalEntry[]): Promise<void>;
  /** The entries of one call, by sequence. */
  read(callId: string): Promise<readonly JournalEntry[]>;
}
