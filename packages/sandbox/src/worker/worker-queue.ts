import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { MemoryDiff } from "../machine/image.ts";
import type { ToWorker } from "../protocol/protocol.ts";

/** Milliseconds to look for a message before the thread goes to sleep. */
const POLL_MS = 0.05;

/** It is worth the time to look for an answer while so many of the looks find one … */
const LEAST_FOUND = 0.25;

/** … by the mean of the last ones; and once in so many times all the same. */
const SMOOTHING = 0.1;
const RETRY = 32;

/** Taken entries at the front of the queue from which on they are removed from the array. */
const COMPACT_AT = 1024;

/** A message to a task. */
export type ToTask = Extract<ToWorker, { task: number }>;

/** What a worker handles: messages, and what remains of a dropped one. */
export type QueuedMessage = ToWorker | { type: "image"; plugin: number; diff: MemoryDiff };

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

/**
 * Makes the queue of a worker's port. No operation looks at more than the messages of one task.
 * `onSkipped` is called for each slice that will not run.
 */
export function createWorkerQueue(
  port: MessagePort,
  onSkipped: (task: number) => void,
): WorkerQueue {
  let entries: Entry[] = [];
  let first = 0;
  /** Messages that are neither taken nor dropped. */
  let left = 0;
  let looks = 0;
  /** Which part of the looks for an answer has found one. */
  let found = 1;
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
      if (entry.message !== undefined && isSlice(entry.message)) onSkipped(task);
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

  function answerOf(task: number): Entry | undefined {
    const entry = byTask.get(task)?.[0];
    return entry?.message?.type === "answer" ? entry : undefined;
  }

  /**
   * Others wait, but to put the call's memory aside for them and back again takes longer than most
   * answers do. Calls that wait for seconds teach it not to look.
   */
  function waitForAnswer(task: number): void {
    looks++;
    if (found < LEAST_FOUND && looks % RETRY !== 0) return;
    const until = performance.now() + POLL_MS;
    while (answerOf(task) === undefined && performance.now() < until) receive();
    found += ((answerOf(task) === undefined ? 0 : 1) - found) * SMOOTHING;
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
      if (task !== undefined && left > 0 && answerOf(task) === undefined) waitForAnswer(task);
      const until = performance.now() + POLL_MS;
      while (isEmpty() && performance.now() < until) receive();
      const answer = task === undefined ? undefined : answerOf(task);
      return answer === undefined ? shift() : take(answer);
    },
  };
}

/** Whether the message is one that is answered. */
export function isSlice(message: QueuedMessage): boolean {
  const { type } = message;
  return (
    type === "load" || type === "answer" || (type === "call" && message.suspended === undefined)
  );
}

/** What must not be lost of a dropped message: the image that came with a plugin's first call. */
function imageOf(message: QueuedMessage | undefined): QueuedMessage | undefined {
  if (message?.type !== "call" || message.diff === undefined) return undefined;
  return { type: "image", plugin: message.plugin, diff: message.diff };
}
