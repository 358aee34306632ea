import { assertRunning, nextId } from "./calls.ts";
import { invalidType } from "./classes.ts";
import { host } from "./host.ts";

type Callback = (...args: unknown[]) => unknown;

/** A timer. Plugins never get this object, because `delay` is sent to the host as it stands here. */
interface Timer {
  readonly callback: Callback;
  readonly args: readonly unknown[];
  readonly delay: number;
  readonly repeats: boolean;
  /** Where the plugin started it; absent for the bootstrap's own. */
  readonly stack?: string;
}

/** Longest delay, in milliseconds. */
export const MAX_DELAY = 2_147_483_647;

const timers = new Map<number, Timer>();

/**
 * Starts a timer at the host. The engine has no event loop: the guest sends `timer.start <ms>` like a host call,
 * its slice ends, and the host calls {@link fireTimer} when the time has come. So the journal records timers, and a
 * replay repeats them in the same order.
 */
function start(
  repeats: boolean,
  callback: unknown,
  delay: unknown,
  args: unknown[],
  stack?: string,
): number {
  assertRunning("a timer");
  if (!isCallback(callback)) throw invalidType("callback", "of type function");
  const wanted = Math.trunc(Number(delay));
  // As in Node: a delay that is no number, too short or too long counts as 1 ms.
  const timer: Timer = {
    callback,
    args,
    delay: wanted >= 1 && wanted <= MAX_DELAY ? wanted : 1,
    repeats,
    ...(stack !== undefined && { stack }),
  };
  const id = nextId();
  timers.set(id, timer);
  host().request(id, `timer.start ${timer.delay}`);
  return id;
}

/** Calls back once; the host's clock decides when. For the bootstrap's own use. */
export function startTimer(callback: Callback, delay: number): void {
  start(false, callback, delay, []);
}

/** The `setTimeout` of plugins. */
export function setTimeout(callback: unknown, delay?: unknown, ...args: unknown[]): number {
  return start(false, callback, delay, args, stackOf(new Error()));
}

/** The `setInterval` of plugins. */
export function setInterval(callback: unknown, delay?: unknown, ...args: unknown[]): number {
  return start(true, callback, delay, args, stackOf(new Error()));
}

/** Stops a timer; unknown ones are ignored. */
export function clearTimer(id: unknown): void {
  if (timers.delete(Number(id))) host().request(nextId(), `timer.clear ${Number(id)}`);
}

/** Runs a timer's callback. Returns false for an id that is not a timer. */
export function fireTimer(id: number): boolean {
  const timer = timers.get(id);
  if (timer === undefined) return false;
  // An interval is requested again before its callback, which may clear it.
  if (timer.repeats) host().request(id, `timer.start ${timer.delay}`);
  else timers.delete(id);
  Reflect.apply(timer.callback, undefined, timer.args);
  return true;
}

/**
 * Describes a timer of the plugin that has neither fired nor been cleared: function, delay, and the stack of
 * its start. A timer that only settles a promise does not count: its callback is the engine's own function, and the
 * code that awaited the promise has ended.
 */
export function describePendingTimer(): string | undefined {
  if (timers.size === 0) return undefined;
  for (const { callback, delay, repeats, stack } of timers.values()) {
    if (stack === undefined || isNative(callback)) continue;
    return `${repeats ? "setInterval" : "setTimeout"} ${delay}\n${stack}`.slice(
      0,
      MAX_STACK_LENGTH,
    );
  }
  return undefined;
}

/** Longest text of {@link describePendingTimer}. */
const MAX_STACK_LENGTH = 2048;

// Taken before plugins can shadow it.
const sourceOf: Callback = Reflect.get(Function.prototype, "toString");

function isNative(callback: Callback): boolean {
  const source = Reflect.apply(sourceOf, callback, []);
  return typeof source === "string" && source.endsWith("    [native code]\n}");
}

function stackOf({ stack }: Error): string {
  return stack ?? "";
}

function isCallback(value: unknown): value is Callback {
  return typeof value === "function";
}
