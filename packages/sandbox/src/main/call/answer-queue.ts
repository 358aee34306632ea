import type { HostAnswer } from "../../protocol/call-messages.ts";
import type { PendingAnswer } from "./worker-task.ts";

/**
 * A reserved position in the answer order. Calling it delivers the answer; `seen` runs once the guest has
 * received the answer or can no longer receive it.
 */
export type AnswerSlot = (answer: Omit<HostAnswer, "at">, seen?: () => void) => void;

/**
 * Delivers the answers of one call in the order in which their positions were reserved. The order is part
 * of the journal, so that a replay gives the guest the same answers in the same sequence.
 */
export interface AnswerQueue {
  /** Reserves the next position. `at` is the time that the guest sees when it receives the answer. */
  reserve(at: number): AnswerSlot;
  /** Whether every reserved position has its answer, and the queue has delivered it or was closed before. */
  readonly isEmpty: () => boolean;
  /** Discards undelivered answers, and every answer that arrives later. */
  close(): void;
}

interface Slot {
  readonly at: number;
  answer?: Omit<HostAnswer, "at">;
  seen: () => void;
}

/** Creates the queue. Answers that become ready in one turn of the event loop are delivered in one batch. */
export function createAnswerQueue(deliver: (answers: PendingAnswer[]) => void): AnswerQueue {
  const slots: Slot[] = [];
  let isFlushing = false;
  let isClosed = false;
  /** Number of reserved positions that had no answer when the queue was closed, and have none yet. */
  let unanswered = 0;

  /** Delivers the answered positions at the front; stops at the first position without an answer. */
  function flush(): void {
    isFlushing = false;
    if (isClosed) return;
    const answers: PendingAnswer[] = [];
    while (slots[0]?.answer !== undefined) {
      const { at, answer, seen } = slots[0];
      answers.push({ answer: { ...answer, at }, seen });
      slots.shift();
    }
    if (answers.length > 0) deliver(answers);
  }

  return {
    reserve(at) {
      const slot: Slot = { at, seen: () => {} };
      if (isClosed) unanswered++;
      else slots.push(slot);
      return (answer, seen = () => {}) => {
        if (isClosed) {
          unanswered--;
          return seen();
        }
        slot.answer = answer;
        slot.seen = seen;
        if (isFlushing || slots[0] !== slot) return;
        isFlushing = true;
        process.nextTick(flush);
      };
    },
    isEmpty: () => slots.length === 0 && unanswered === 0,
    close() {
      isClosed = true;
      for (const { answer, seen } of slots.splice(0)) {
        if (answer === undefined) unanswered++;
        seen();
      }
    },
  };
}
