import { chargedCredits } from "../calls/charged-credits.ts";
import { findOperation } from "../calls/find-operation.ts";
import type { HostOperation } from "../calls/operations.ts";
import { storageKeyOf } from "../calls/storage/read-set.ts";
import type { HostCallOutcome, JournalEntry } from "../ports/journal.ts";
import type { JsonValue } from "../ports/storage.ts";
import { decodeStoredValue } from "../rules/storage/stored-value.ts";
import { isSameCall } from "./same-call.ts";
import { isSameJson } from "./same-json.ts";

/**
 * The effects of a run's aborted attempts that the current attempt does not repeat.
 *
 * A call that costs credits or reaches a remote server (AI, search, fetch) gets the outcome of an earlier call with
 * equal arguments; each outcome is used once. A key that an aborted attempt has written holds a draft of this run: a
 * read gets the value from before the draft, and a `compareAndSet` is compared with that value too. An equal write is
 * answered as done. A different write replaces the draft, unless other runs have written between its writes.
 */
export interface ReusableOutcomes {
  /** Removes and returns the outcome for a host call of the attempt; undefined when the call must be performed. */
  take(operation: HostOperation, args: readonly unknown[]): HostCallOutcome | undefined;
  /**
   * The value that an aborted attempt left in a key for which this attempt has just made a different write: that
   * write replaces the value.
   */
  draftOf(key: string): JsonValue | undefined;
  /** Sum of the credits of the outcomes that were not reused. */
  credits(): number;
  /** The outcomes that the next attempt may reuse: the rest of these, and the effects of the current attempt. */
  after(done: AttemptEffects): ReusableOutcomes;
}

/** The effects of an attempt that come after the read to which it goes back. */
export interface AttemptEffects {
  /** Successful calls of AI, search and fetch, in order. */
  readonly paid: readonly JournalEntry[];
  /** Writes by key, in order. */
  readonly drafts: ReadonlyMap<string, readonly DraftWrite[]>;
}

/** One of the writes of an attempt to a key. */
export interface DraftWrite {
  readonly entry: JournalEntry;
  /** Returns a copy of the value before the write; undefined when the attempt wrote without knowing it. */
  readonly before: (() => JsonValue) | undefined;
}

/** Operations whose outcomes are reused. */
export function isReusable(operation: HostOperation): boolean {
  return findOperation(operation)?.isReused === true;
}

/** A draft, some of whose writes the current attempt has already repeated. */
interface OpenDraft {
  readonly writes: readonly DraftWrite[];
  readonly repeated: number;
  readonly isReplaced: boolean;
}

/** Creates the outcomes for the first attempt of a run: none. */
export function noReusableOutcomes(): ReusableOutcomes {
  return reusable([], new Map());
}

function reusable(
  given: readonly JournalEntry[],
  drafts: Map<string, OpenDraft>,
): ReusableOutcomes {
  const paid = new Set(given);

  function takePaid(
    operation: HostOperation,
    args: readonly unknown[],
  ): HostCallOutcome | undefined {
    // Comparing with each entry is cheap, because a comparison ends at the first difference.
    for (const entry of paid) {
      if (!isSameCall(entry, operation, args)) continue;
      paid.delete(entry);
      return entry.outcome;
    }
    return undefined;
  }

  function takeDraft(
    key: string,
    draft: OpenDraft,
    operation: HostOperation,
    args: readonly unknown[],
  ): HostCallOutcome | undefined {
    const next = draft.writes[draft.repeated];
    if (next === undefined || draft.isReplaced) return undefined;
    if (operation === "storage.get") return readOf(next);
    if (isSameCall(next.entry, operation, args)) {
      drafts.set(key, { ...draft, repeated: draft.repeated + 1 });
      return next.entry.outcome;
    }
    if (operation === "storage.compareAndSet" && !isExpected(args[1], next)) return NOT_DONE;
    if (operation === "storage.delete" || isMixed(draft)) drafts.delete(key);
    else drafts.set(key, { ...draft, isReplaced: true });
    return undefined;
  }

  return {
    take(operation, args) {
      if (isReusable(operation)) return takePaid(operation, args);
      if (operation === "storage.clear") drafts.clear();
      const key = storageKeyOf(operation, args);
      const draft = key === undefined ? undefined : drafts.get(key);
      return key === undefined || draft === undefined
        ? undefined
        : takeDraft(key, draft, operation, args);
    },
    draftOf(key) {
      const draft = drafts.get(key);
      if (draft?.isReplaced !== true) return undefined;
      drafts.delete(key);
      const isBlind = draft.writes[draft.repeated]?.before === undefined;
      return isBlind ? undefined : writtenBy(draft.writes.at(-1));
    },
    credits: () =>
      [...paid].reduce(
        (sum, { operation, outcome }) => sum + (outcome ? chargedCredits(operation, outcome) : 0),
        0,
      ),
    after(done) {
      const next = new Map(drafts);
      for (const [key, own] of done.drafts) {
        const left = drafts.get(key);
        const unrepeated = left?.isReplaced === false ? left.writes.slice(left.repeated) : [];
        next.set(key, { writes: [...own, ...unrepeated], repeated: 0, isReplaced: false });
      }
      return reusable([...done.paid, ...paid], next);
    },
  };
}

/** The answer to a `compareAndSet` whose key holds another value. */
const NOT_DONE: HostCallOutcome = { ok: true, value: false };

/** The answer to a read in place of the draft: the value before its next write. */
function readOf({ before }: DraftWrite): HostCallOutcome | undefined {
  return before && { ok: true, value: before() };
}

/** Whether the key held this value before the next write of the draft; true when that value is unknown. */
function isExpected(expected: unknown, { before }: DraftWrite): boolean {
  return before === undefined || isSameJson(before(), expected);
}

/** Whether other runs have written between the remaining writes; replacing all of them would undo those writes. */
function isMixed({ writes, repeated }: OpenDraft): boolean {
  const left = writes.slice(repeated);
  return left.some((one, at) => at > 0 && !isExpected(writtenBy(left[at - 1]), one));
}

/** The value that a write left in its key; a copy of an object. */
function writtenBy(write: DraftWrite | undefined): JsonValue | undefined {
  if (write === undefined) return undefined;
  const { operation, args } = write.entry;
  if (operation === "storage.delete") return null;
  const value = operation === "storage.set" ? args[1] : args[2];
  if (typeof value === "string") return value;
  return decodeStoredValue(JSON.stringify(value) ?? "null");
}
