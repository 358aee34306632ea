import type { HostAnswer } from "../../protocol/call-messages.ts";
import type { PendingAnswer } from "./call-delivery.ts";

/** A place in the order of answers, taken before the answer is there; `seen` is called once the guest has it, or never will. */
export type AnswerSlot = (answer: Omit<HostAnswer, "at">, seen?: () => void) => void;

/** The answers of one call, handed on in order: a run depends on nothing but it. */
export interface AnswerQueue {
  /** Takes the next place, at the given time. */
  reserve(at: number): AnswerSlot;
  /** Whether nothing waits to be handed on. */
  readonly isEmpty: boolean;
  /** Drops what has not been handed on, and all that comes. */
  close(): void;
}

interface Slot {
  readonly at: number;
  answer?: Omit<HostAnswer, "at">;
  seen: () => void;
}

/** Makes the queue; what comes in one turn of the event loop is handed on together. */
export function createAnswerQueue(deliver: (answers: PendingAnswer[]) => void): AnswerQueue {
  const slots: Slot[] = [];
  let isFlushing = false;
  let isClosed = false;

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
      slots.push(slot);
      return (answer, seen = () => {}) => {
        if (isClosed) return seen();
        slot.answer = answer;
        slot.seen = seen;
        if (isFlushing || slots[0] !== slot) return;
        isFlushing = true;
        process.nextTick(flush);
      };
    },
    get isEmpty() {
      return slots.length === 0;
    },
    close() {
      isClosed = true;
      for (const { seen } of slots.splice(0)) seen();
    },
  };
}
