import type { HostOperation } from "../calls/operations.ts";

/** How a host call ended. */
export type HostCallOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: { code: string; message: string } };

/** How a host call ended, when, and its place in the order of outcomes. */
export type JournaledOutcome = {
  /** 0, 1, 2 … in the order in which the host calls of one run ended. */
  readonly order: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The handler did not get this outcome, because its time was up or it was ended from outside. */
  readonly isLate?: true;
} & HostCallOutcome;

/** One host call of a handler. An entry without an outcome is a call that was begun and has not settled. */
export interface JournalEntry {
  /** The id of the call of the handler; for the download of a message's medium, the id of the message's own call. */
  readonly callId: string;
  /** 0, 1, 2 … in the order in which the handler made its calls. */
  readonly sequence: number;
  readonly operation: HostOperation;
  /**
   * The arguments. Of a refused call with more than 64 KiB of arguments only the first 64 KiB and all bytes are kept;
   * `…` replaces a text that is too long, and the rest of a list or of an object.
   */
  readonly args: readonly unknown[];
  readonly outcome?: JournaledOutcome;
  /**
   * The version of the plugin that began the run: the SHA-256 of its source. Only in the entry with sequence number
   * 0; absent for a trusted function.
   */
  readonly version?: string;
  /**
   * The settings with which the run began, passwords included: a journal must store them encrypted, and no API
   * returns them. Only in the entry with sequence number 0. Absent in older journals, and for a trusted function
   * whose settings are not JSON.
   */
  readonly config?: Readonly<Record<string, unknown>>;
}

/**
 * Records the host calls of a handler and their outcomes. A run is a pure function of its journal, so the same
 * journal serves traces, replay and recovery. A journal that rejects, or does not answer in time
 * (`DispatcherOptions.graceMs`), is an infrastructure failure: the message is handled again later.
 */
export interface Journal {
  /**
   * Writes entries in one step, all or none; they are durable when it resolves. An entry replaces the entry with the
   * same call id and sequence number. Writes take effect in the order in which they were called, even when a write
   * takes longer than its caller waits.
   */
  write(entries: readonly JournalEntry[]): Promise<void>;
  /** Returns the entries of one call, by sequence number. */
  read(callId: string): Promise<readonly JournalEntry[]>;
}
