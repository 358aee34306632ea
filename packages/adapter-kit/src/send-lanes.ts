/** Keeps the order of sends within each chat, while chats go side by side. */
export interface SendLanes {
  /** Runs the task when all earlier ones of this chat have ended, well or badly. */
  readonly run: <T>(chat: string, task: () => Promise<T>) => Promise<T>;
}

/**
 * Makes {@link SendLanes}.
 *
 * @param onTurn Is told before each task; what a send ends, such as an indicator, is ended there.
 */
export function createSendLanes(onTurn?: (chat: string) => unknown): SendLanes {
  const tails = new Map<string, Promise<void>>();
  return {
    run(chat, given) {
      const task = (): ReturnType<typeof given> => {
        onTurn?.(chat);
        return given();
      };
      const before = tails.get(chat);
      const result = before === undefined ? task() : before.then(task);
      const tail = result.then(leave, leave);
      tails.set(chat, tail);
      return result;

      function leave(): void {
        if (tails.get(chat) === tail) tails.delete(chat);
      }
    },
  };
}
