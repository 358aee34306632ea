import { invalidInput, LIMITS } from "@botwright/core";

/** What one call of a handler may use. Breaking a limit ends the call. */
export interface CallLimits {
  /** Milliseconds of running, summed over the slices between waits. @default 1000 */
  cpuMs: number;
  /** Milliseconds from start to end, waits included. @default 120_000 */
  wallMs: number;
  /**
   * Memory of the virtual machine, its own 6 MiB included: 16 MiB to 1 GiB, for one plugin not more
   * than for its sandbox. @default 134_217_728
   */
  memoryBytes: number;
  /** Bytes that a loaded file may leave in the machine. @default 33_554_432 */
  imageBytes: number;
  /** Host calls. @default 200 */
  hostCalls: number;
  /** Host calls that are open at once; further ones wait. @default 8 */
  openHostCalls: number;
  /** Replies and other sends into the chat. @default 32 */
  sends: number;
  /** Calls of `fetch`. @default 20 */
  fetches: number;
  /** Bytes of a fetch's body, each way. @default 5_242_880 */
  fetchBytes: number;
  /** Milliseconds of one fetch. @default 30_000 */
  fetchMs: number;
  /** Bytes of one medium that is downloaded. @default 20_971_520 */
  downloadBytes: number;
  /** Bytes into and out of the machine; JSON is counted in characters. @default 134_217_728 */
  transferBytes: number;
  /**
   * Values in the JSON that leaves the machine: items and members, for the host has to read them all.
   * @default 250_000
   */
  transferValues: number;
  /** Timers started; each ring of an interval counts. @default 1000 */
  timers: number;
  /** Promise jobs run: what `await` and `then` leave to be done. @default 1_000_000 */
  jobs: number;
  /** Characters of console output; each line counts 64 more. @default 65_536 */
  consoleBytes: number;
}

const { call } = LIMITS;

/** The limits that hold unless others are given. */
export const DEFAULT_LIMITS: CallLimits = {
  cpuMs: call.cpuMs,
  wallMs: call.wallMs,
  memoryBytes: call.memoryBytes,
  imageBytes: 33_554_432,
  hostCalls: call.hostCalls,
  openHostCalls: 8,
  sends: call.sends,
  fetches: call.fetches,
  fetchBytes: call.fetchBytes,
  fetchMs: call.fetchMs,
  downloadBytes: LIMITS.media.prefetchBytes,
  transferBytes: 134_217_728,
  transferValues: 250_000,
  timers: 1000,
  jobs: 1_000_000,
  consoleBytes: call.consoleBytes,
};

/**
 * Puts limits together and checks them.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the limit
 */
export function createLimits(
  defaults: CallLimits,
  given: Partial<CallLimits> = {},
  memoryMax: number = 2 ** 30,
): CallLimits {
  const limits = { ...defaults, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value === "number" && value >= 0) continue;
    throw invalidInput(`limits.${name} must be a number from 0 on, not ${String(value)}`);
  }
  // A machine begins with 16 MiB; beyond 1 GiB WebAssembly is uncomfortable.
  if (limits.memoryBytes < 2 ** 24 || limits.memoryBytes > memoryMax) {
    const range = `between ${2 ** 24} and ${memoryMax}`;
    throw invalidInput(`limits.memoryBytes must be ${range}, not ${limits.memoryBytes}`);
  }
  return limits;
}
