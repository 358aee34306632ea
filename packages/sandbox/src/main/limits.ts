import { invalidInput, LIMITS } from "@botwright/core";

/** What one call of a handler may use. Breaking a limit ends the call. */
export interface CallLimits {
  /** Milliseconds of CPU time, summed over all slices. @default 1000 */
  cpuMs: number;
  /** Milliseconds from start to end, including waits. @default 120_000 */
  wallMs: number;
  /**
   * Memory of the virtual machine in bytes, including its own 6 MiB: 16 MiB to 1 GiB. For one plugin not
   * more than for its sandbox. @default 134_217_728
   */
  memoryBytes: number;
  /** Bytes that a file may leave in the machine after loading. @default 33_554_432 */
  imageBytes: number;
  /** Host calls. @default 200 */
  hostCalls: number;
  /** Host calls open at once; further ones wait. @default 8 */
  openHostCalls: number;
  /** Replies and other messages sent to the chat. @default 32 */
  sends: number;
  /** Calls of `fetch`. @default 20 */
  fetches: number;
  /** Bytes of a fetch's body, in each direction. @default 5_242_880 */
  fetchBytes: number;
  /** Milliseconds of one fetch. @default 30_000 */
  fetchMs: number;
  /** Bytes of one downloaded medium. @default 20_971_520 */
  downloadBytes: number;
  /** Bytes of the medium of one send; a larger one rejects with `MEDIA_TOO_LARGE`. @default 20_971_520 */
  uploadBytes: number;
  /** Bytes into and out of the machine; JSON is counted in characters. @default 134_217_728 */
  transferBytes: number;
  /**
   * Items and members in the JSON that leaves the machine, all of which the host has to read.
   * @default 250_000
   */
  transferValues: number;
  /** Timers started; each tick of an interval counts. @default 1000 */
  timers: number;
  /** Promise jobs run, the continuations of `await` and `then`. @default 1_000_000 */
  jobs: number;
  /** Characters of console output; each line counts 64 more. @default 65_536 */
  consoleBytes: number;
}

const { call } = LIMITS;

/** The default limits. */
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
  uploadBytes: LIMITS.media.uploadBytes,
  transferBytes: 134_217_728,
  transferValues: 250_000,
  timers: 1000,
  jobs: 1_000_000,
  consoleBytes: call.consoleBytes,
};

/**
 * Merges limits and checks them.
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
  // A machine starts with 16 MiB; beyond 1 GiB WebAssembly memories become impractical.
  if (limits.memoryBytes < 2 ** 24 || limits.memoryBytes > memoryMax) {
    const range = `between ${2 ** 24} and ${memoryMax}`;
    throw invalidInput(`limits.memoryBytes must be ${range}, not ${limits.memoryBytes}`);
  }
  return limits;
}
