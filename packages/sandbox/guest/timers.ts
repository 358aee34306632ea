import { assertRunning, nextId } from "./calls.ts";
import { host } from "./host.ts";

type Callback = (...args: unknown[]) => unknown;

interface Timer {
  callback: Callback;
  args: unknown[];
  delay: number;
  repeats: boolean;
}

/** Longest delay, in milliseconds. */
export const LONGEST_DELAY = 2_147_483_647;

const timers = new Map<number, Timer>();

function start(repeats: boolean, callback: unknown, delay: unknown, args: unknown[]): number {
  assertRunning("a timer");
  if (!isCallback(callback)) throw new TypeError("a timer needs a function");
  const wanted = Math.trunc(Number(delay));
  const timer: Timer = {
    callback,
    args,
    delay: wanted >= 1 && wanted <= LONGEST_DELAY ? wanted : 1,
    repeats,
  };
  const id = nextId();
  timers.set(id, timer);
  host().request(id, `timer.start ${timer.delay}`);
  return id;
}

/** Calls back once; the host's clock decides when. */
export function setTimeout(callback: unknown, delay?: unknown, ...args: unknown[]): number {
  return start(false, callback, delay, args);
}

/** Calls back again and again. */
export function setInterval(callback: unknown, delay?: unknown, ...args: unknown[]): number {
  return start(true, callback, delay, args);
}

/** Stops a timer; unknown ones are ignored. */
export function clearTimer(id: unknown): void {
  if (timers.delete(Number(id))) host().request(nextId(), `timer.clear ${Number(id)}`);
}

/** Rings a timer. Returns false for an id that is not one. */
export function ring(id: number): boolean {
  const timer = timers.get(id);
  if (timer === undefined) return false;
  if (timer.repeats) host().request(id, `timer.start ${timer.delay}`);
  else timers.delete(id);
  timer.callback(...timer.args);
  return true;
}

function isCallback(value: unknown): value is Callback {
  return typeof value === "function";
}
