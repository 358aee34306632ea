import type { HostAnswer } from "./call-messages.ts";

/** A place in the order of answers, taken before the answer is there. */
export type AnswerSlot = (answer: Omit<HostAnswer, "at">) => void;

/** The answers of one call, handed on in order: a run depends on nothing but it. */
export interface AnswerQueue {
  /** Takes the next place, at the given time. */
  reserve(at: number): AnswerSlot;
  /** Whether nothing waits to be handed on. */
  readonly isEmpty: boolean;
  /** Drops what has not been handed on, and all that comes. */
  close(): void;
}

/** Makes the queue; what comes in one turn of the event loop is handed on together. */
export function createAnswerQueue(deliver: (answers: HostAnswer[]) => void): AnswerQueue {
  const slots: { at: number; answer?: Omit<HostAnswer, "at"> }[] = [];
  let isFlushing = false;
  let isClosed = false;

  function flush(): void {
    isFlushing = false;
    if (isClosed) return;
    const answers: HostAnswer[] = [];
    while (slots[0]?.answer !== undefined) {
      const { at, answer } = slots[0];
      answers.push({ ...answer, at });
      slots.shift();
    }
    if (answers.length > 0) deliver(answers);
  }

  return {
    reserve(at) {
      const slot: (typeof slots)[number] = { at };
      slots.push(slot);
      return (answer) => {
        slot.answer = answer;
        if (isFlushing || isClosed || slots[0] !== slot) return;
        isFlushing = true;
        process.nextTick(flush);
      };
    },
    get isEmpty() {
      return slots.length === 0;
    },
    close() {
      isClosed = true;
      slots.length = 0;
    },
  };
}
