import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { Delta } from "./image.ts";
import type { ToWorker } from "./protocol.ts";

/** Milliseconds to look for a message before the thread goes to sleep. */
const POLL_MS = 0.05;

/** Taken entries at the front of the queue from which on they are removed from the array. */
const COMPACT_AT = 1024;

/** A message of a task. */
export type TaskMessage = Extract<ToWorker, { task: number }>;

/** What a worker handles: messages, and what remains of a dropped one. */
export type QueuedMessage = ToWorker | { type: "image"; plugin: number; delta: Delta };

/** The messages that a worker has yet to handle. */
export interface WorkerQueue {
  /** Adds a message; what waits for a task that has ended is dropped. */
  push(message: ToWorker): void;
  /**
   * The next message, answers to the given task first: its memory is in the machine already.
   * Looks at the port a little while before it gives up, for most host calls are answered faster
   * than a thread wakes up.
   */
  next(task: number | undefined): QueuedMessage | undefined;
}

/** A place in the queue; empty once its message was taken or dropped. */
interface Entry {
  message: QueuedMessage | undefined;
}

/** Makes the queue of a worker's port. No operation looks at more than the messages of one task. */
export function createWorkerQueue(port: MessagePort): WorkerQueue {
  let entries: Entry[] = [];
  let first = 0;
  /** Messages that are neither taken nor dropped. */
  let left = 0;
  /** Messages of each task that may still be waiting, in their order. */
  const byTask = new Map<number, Entry[]>();

  function push(message: ToWorker): void {
    const entry: Entry = { message };
    entries.push(entry);
    left++;
    if (!("task" in message)) return;
    if (message.type === "end") {
      drop(message.task);
      return;
    }
    const own = byTask.get(message.task);
    if (own === undefined) byTask.set(message.task, [entry]);
    else own.push(entry);
  }

  /** Drops what waits for a task, but not the plugin's image: later calls rely on it. */
  function drop(task: number): void {
    for (const entry of byTask.get(task) ?? []) {
      entry.message = imageOf(entry.message);
      if (entry.message === undefined) left--;
    }
    byTask.delete(task);
  }

  function isEmpty(): boolean {
    return left === 0;
  }

  function receive(): boolean {
    const received: { message: ToWorker } | undefined = receiveMessageOnPort(port);
    if (received === undefined) return false;
    push(received.message);
    return true;
  }

  /** Takes an entry's message. Those of one task are taken in their order. */
  function take(entry: Entry): QueuedMessage | undefined {
    const { message } = entry;
    if (message === undefined) return undefined;
    entry.message = undefined;
    left--;
    if (!("task" in message) || message.type === "end") return message;
    const own = byTask.get(message.task);
    own?.shift();
    if (own?.length === 0) byTask.delete(message.task);
    return message;
  }

  function shift(): QueuedMessage | undefined {
    while (first < entries.length) {
      const entry = entries[first++];
      if (first >= COMPACT_AT && first * 2 >= entries.length) {
        entries = entries.slice(first);
        first = 0;
      }
      const message = entry === undefined ? undefined : take(entry);
      if (message !== undefined) return message;
    }
    entries = [];
    first = 0;
    return undefined;
  }

  return {
    push,
    next(task) {
      while (receive());
      const until = performance.now() + POLL_MS;
      while (isEmpty() && performance.now() < until) receive();
      const answer = task === undefined ? undefined : byTask.get(task)?.[0];
      return answer?.message?.type === "answer" ? take(answer) : shift();
    },
  };
}

/** What must not be lost of a dropped message: the image that came with a plugin's first call. */
function imageOf(message: QueuedMessage | undefined): QueuedMessage | undefined {
  if (message?.type !== "call" || message.delta === undefined) return undefined;
  return { type: "image", plugin: message.plugin, delta: message.delta };
}
