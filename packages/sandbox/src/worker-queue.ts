import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { ToWorker } from "./protocol.ts";

/** Milliseconds to look for a message before the thread goes to sleep. */
const POLL_MS = 0.05;

/** The messages that a worker has yet to handle. */
export interface WorkerQueue {
  push(message: ToWorker): void;
  /** Whether the task's end is among the messages: what comes before it need not be done. */
  hasEnded(task: number): boolean;
  /** The task's end has been handled. */
  forget(task: number): void;
  /**
   * The next message, answers to the given task first: its memory is in the machine already.
   * Looks at the port a little while before it gives up, for most host calls are answered faster
   * than a thread wakes up.
   */
  next(task: number | undefined): ToWorker | undefined;
}

/** Makes the queue of a worker's port. */
export function createWorkerQueue(port: MessagePort): WorkerQueue {
  const waiting: ToWorker[] = [];
  const ended = new Set<number>();

  function push(message: ToWorker): void {
    if (message.type === "end") ended.add(message.task);
    waiting.push(message);
  }

  function receive(): boolean {
    const received: { message: ToWorker } | undefined = receiveMessageOnPort(port);
    if (received === undefined) return false;
    push(received.message);
    return true;
  }

  return {
    push,
    hasEnded: (task) => ended.has(task),
    forget: (task) => void ended.delete(task),
    next(task) {
      while (receive());
      const until = performance.now() + POLL_MS;
      while (waiting.length === 0 && performance.now() < until) receive();
      const own = waiting.findIndex(
        (message) => message.type === "answer" && message.task === task,
      );
      return own > 0 ? waiting.splice(own, 1)[0] : waiting.shift();
    },
  };
}
