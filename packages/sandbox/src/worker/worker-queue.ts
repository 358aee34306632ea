import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { MemoryDiff } from "../protocol/memory-image.ts";
import type { ToWorker } from "../protocol/protocol.ts";

/** Milliseconds to poll for a message before the thread sleeps. */
const POLL_MS = 0.05;

/** Polling is worthwhile while at least this share of attempts succeeds … */
const LEAST_FOUND = 0.25;

/** … as a moving average; one in `RETRY` attempts is made in any case, to notice a change. */
const SMOOTHING = 0.1;
const RETRY = 32;

/** Number of consumed entries at the front of the array that are removed together. */
const COMPACT_AT = 1024;

/** A message that concerns a task. */
export type ToTask = Extract<ToWorker, { task: number }>;

/** A queued message: a received one, or the image that remains of a dropped call. */
export type QueuedMessage = ToWorker | { type: "image"; plugin: number; diff: MemoryDiff };

/** The messages that a worker has yet to process. */
export interface WorkerQueue {
  /** Adds a message. An `end` message drops what is queued for its task. */
  push(message: ToWorker): void;
  /**
   * Returns the next message; answers to `task` come first, because its memory is in the machine already.
   * Polls the port for a moment before giving up, because most host calls are answered faster than a
   * sleeping thread wakes up.
   */
  next(task: number | undefined): QueuedMessage | undefined;
}

/** An entry of the queue; empty once its message was consumed or dropped. */
interface Entry {
  message: QueuedMessage | undefined;
}

/**
 * Creates the queue of a worker's port. Each operation touches at most the messages of one task, so that the work for
 * a flood of messages stays linear. `onSkipped` is called for each dropped slice, `onIdle` when the queue is empty.
 *
 * A message is in `entries`, in order of arrival, and if it concerns a task also in `byTask`. Consuming or
 * dropping it through one of them empties the shared entry, which the other then skips: nothing is ever
 * removed from the middle of an array.
 *
 * The port has two readers, the `message` event and `receive`. Each message is delivered to one of them
 * only, and both push to this queue.
 */
export function createWorkerQueue(
  port: MessagePort,
  onSkipped: (task: number) => void,
  onIdle?: () => void,
): WorkerQueue {
  let entries: Entry[] = [];
  let first = 0;
  /** Messages that were neither consumed nor dropped. */
  let left = 0;
  /** Polls for the resident call's answer, and polls of a queue that is empty. */
  const answers = createPolling();
  const arrivals = createPolling();
  /** Queued messages by task, in order. */
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

  /** Drops the messages of a task but keeps a plugin image among them, because later calls rely on it. */
  function drop(task: number): void {
    for (const entry of byTask.get(task) ?? []) {
      if (entry.message !== undefined && isSlice(entry.message)) onSkipped(task);
      entry.message = imageOf(entry.message);
      if (entry.message === undefined) left--;
    }
    byTask.delete(task);
  }

  function hasAny(): boolean {
    return left > 0;
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
   * Polls for the resident call's answer although other messages wait, because suspending and resuming the
   * call takes longer than most answers do.
   */
  function waitForAnswer(task: number): void {
    answers.until(() => answerOf(task) !== undefined, receive);
  }

  /** Consumes an entry; the messages of one task are consumed in order. */
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
        // Copying half of the array or less after as many entries were consumed costs a constant amount per
        // entry.
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
      // Read everything that has arrived first, so that an `end` can drop what was queued before it.
      while (receive());
      if (task !== undefined && left > 0 && answerOf(task) === undefined) waitForAnswer(task);
      if (left === 0) {
        onIdle?.();
        arrivals.until(hasAny, receive);
      }
      const answer = task === undefined ? undefined : answerOf(task);
      return answer === undefined ? shift() : take(answer);
    },
  };
}

/** Polls a port for a moment, unless recent polls have rarely found a message. */
interface Polling {
  until(isFound: () => boolean, receive: () => boolean): void;
}

/**
 * Makes a {@link Polling}. While host calls take long, as sends do, polls find nothing and only take the core from
 * other threads: then most polls are left out.
 */
function createPolling(): Polling {
  let polls = 0;
  /** Moving average of the share of polls that found something. */
  let found = 1;
  return {
    until(isFound, receive) {
      polls++;
      if (found < LEAST_FOUND && polls % RETRY !== 0) return;
      const end = performance.now() + POLL_MS;
      while (!isFound() && performance.now() < end) receive();
      found += ((isFound() ? 1 : 0) - found) * SMOOTHING;
    },
  };
}

/**
 * Whether the message is a slice: a piece of work that the worker answers with exactly one message. The
 * main thread counts on these answers, so a dropped slice is reported as skipped.
 */
export function isSlice(message: QueuedMessage): boolean {
  const { type } = message;
  return (
    type === "load" || type === "answer" || (type === "call" && message.suspended === undefined)
  );
}

/** Returns the part of a dropped message that must be kept: the image that came with a plugin's first call. */
function imageOf(message: QueuedMessage | undefined): QueuedMessage | undefined {
  if (message?.type !== "call" || message.diff === undefined) return undefined;
  return { type: "image", plugin: message.plugin, diff: message.diff };
}
