import { invalidInput, LIMITS, readLimits } from "@botwright/core";
import type { CallLimits } from "../protocol/call-limits.ts";

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
  const limits = readLimits(defaults, given);
  // A machine starts with 16 MiB; beyond 1 GiB WebAssembly memories become impractical.
  if (limits.memoryBytes < 2 ** 24 || limits.memoryBytes > memoryMax) {
    const range = `between ${2 ** 24} and ${memoryMax}`;
    throw invalidInput(`limits.memoryBytes must be ${range}, not ${limits.memoryBytes}`);
  }
  return limits;
}
