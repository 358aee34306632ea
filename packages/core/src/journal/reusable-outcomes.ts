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
 * What the aborted attempts of a run have done that the current attempt does not do again.
 *
 * Paid and outward calls (AI, search, fetch) with equal arguments get the outcome that they had; each
 * outcome serves once. A key that an aborted attempt has written holds a draft of this run: reads get the
 * value from before the draft, with which conditions are compared too, an equal write finds it done, and another
 * write replaces it, unless others have written between the writes of the draft.
 */
export interface ReusableOutcomes {
  /** Takes the outcome for a host call that the attempt makes; undefined when it is to be performed. */
  take(operation: HostOperation, args: readonly unknown[]): HostCallOutcome | undefined;
  /**
   * What an aborted attempt left in a key that this attempt has just written otherwise: what its write
   * replaces.
   */
  draftOf(key: string): JsonValue | undefined;
  /** Credits of the outcomes that were not taken. */
  credits(): number;
  /** What is left, together with what the attempt that took from here has done itself. */
  after(done: AttemptEffects): ReusableOutcomes;
}

/** The effects of an attempt that it does not keep when it goes back. */
export interface AttemptEffects {
  /** Calls of AI, search and fetch that have succeeded, in order. */
  readonly paid: readonly JournalEntry[];
  /** Writes by key, in order. */
  readonly drafts: ReadonlyMap<string, readonly DraftWrite[]>;
}

/** One of the writes of an attempt to a key. */
export interface DraftWrite {
  readonly entry: JournalEntry;
  /** Returns a copy of what the key held before; undefined when the attempt wrote blindly. */
  readonly before: (() => JsonValue) | undefined;
}

/** Operations whose outcomes are reused. */
export function isReusable(operation: HostOperation): boolean {
  return findOperation(operation)?.isReused === true;
}

/** A draft of which some writes have been repeated. */
interface OpenDraft {
  readonly writes: readonly DraftWrite[];
  readonly repeated: number;
  readonly isReplaced: boolean;
}

/** For the first attempt of a run, which has no aborted ones before it. */
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
    // Each comparison ends at the first difference.
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

/** What a conditional write is answered whose key holds something else. */
const NOT_DONE: HostCallOutcome = { ok: true, value: false };

/** What the attempt that made the draft read before its next write. */
function readOf({ before }: DraftWrite): HostCallOutcome | undefined {
  return before && { ok: true, value: before() };
}

/** Whether the key held this before the next write of the draft, as far as is known. */
function isExpected(expected: unknown, { before }: DraftWrite): boolean {
  return before === undefined || isSameJson(before(), expected);
}

/** Whether others have written between the writes that are left: what replaces all of them would undo that. */
function isMixed({ writes, repeated }: OpenDraft): boolean {
  const left = writes.slice(repeated);
  return left.some((one, at) => at > 0 && !isExpected(writtenBy(left[at - 1]), one));
}

/** The value that a write left; a copy, where it is an object. */
function writtenBy(write: DraftWrite | undefined): JsonValue | undefined {
  if (write === undefined) return undefined;
  const { operation, args } = write.entry;
  if (operation === "storage.delete") return null;
  const value = operation === "storage.set" ? args[1] : args[2];
  if (typeof value === "string") return value;
  return decodeStoredValue(JSON.stringify(value) ?? "null");
}
