import { LIMITS } from "@botwright/core";

/** What one call of a handler may use. Breaking a limit ends the call. */
export interface CallLimits {
  /** Milliseconds of running, summed over the slices between waits. @default 1000 */
  cpuMs: number;
  /** Milliseconds from start to end, waits included. @default 120_000 */
  wallMs: number;
  /** Host calls. @default 200 */
  hostCalls: number;
  /** Replies and other sends into the chat. @default 32 */
  sends: number;
  /** Calls of `fetch`. @default 20 */
  fetches: number;
  /** Bytes of a fetch's body, each way. @default 5_242_880 */
  fetchBytes: number;
  /** Milliseconds of one fetch. @default 30_000 */
  fetchMs: number;
  /** Bytes of all host calls' arguments and of the result. @default 67_108_864 */
  sentBytes: number;
  /** Timers started. @default 1000 */
  timers: number;
  /** Characters of console output; what is beyond is dropped. @default 65_536 */
  consoleBytes: number;
}

/** The limits of a sandbox. */
export interface SandboxLimits extends CallLimits {
  /** Memory of a virtual machine: 16 MiB to 1 GiB, in steps of 64 KiB. @default 134_217_728 */
  memoryBytes: number;
}

const { call } = LIMITS;

/** The limits that hold unless others are given. */
export const DEFAULT_LIMITS: SandboxLimits = {
  cpuMs: call.cpuMs,
  wallMs: call.wallMs,
  memoryBytes: call.memoryBytes,
  hostCalls: call.hostCalls,
  sends: call.sends,
  fetches: call.fetches,
  fetchBytes: call.fetchBytes,
  fetchMs: call.fetchMs,
  consoleBytes: call.consoleBytes,
  sentBytes: 67_108_864,
  timers: 1000,
};
