import { assertFault, type FaultOptions, type FaultSlots } from "../faults/faults.ts";
import type { LoopbackServer } from "../http/http.ts";
import { Listeners } from "./listeners.ts";
import type { RequestLog } from "./request-log.ts";
import type { SentLog } from "./sent-log.ts";
import type { Simulator, SimulatorTypes } from "../simulator.ts";
import type { TypingLog } from "./typing-log.ts";

/** The state that a {@link SimulatorApi} reads, and the resources that it closes. */
export interface SimulatorApiOptions<F extends { readonly [N in keyof F]: FaultOptions }> {
  readonly state: {
    readonly sent: SentLog;
    readonly requests: RequestLog;
    readonly faults: FaultSlots<F>;
    /** Absent on a platform without a typing indicator. */
    readonly typing?: TypingLog;
  };
  readonly server: LoopbackServer;
  /** Aborts held requests and deliveries. */
  readonly closing: AbortController;
  /** Closes the resources that only this platform has. */
  readonly close?: () => unknown;
  /** Called with each new fault, so that it can also hit a request that is already held. */
  readonly onFault?: (name: keyof F) => void;
}

/** The part of a simulator that is the same on all platforms. */
export type SimulatorApi<T extends SimulatorTypes> = Pick<
  Simulator<T>,
  "baseUrl" | "sent" | "waitForSent" | "typing" | "onChange" | "requests" | "fault" | "close"
> &
  AsyncDisposable;

/** Makes an {@link SimulatorApi}. */
export function createSimulatorApi<
  T extends SimulatorTypes & { faults: { readonly [N in keyof T["faults"]]: FaultOptions } },
>(parts: SimulatorApiOptions<T["faults"]>): SimulatorApi<T> {
  const { state, server, closing, onFault } = parts;
  const listeners = new Listeners();
  state.sent.onChange = () => listeners.notify();
  if (state.typing !== undefined) state.typing.onChange = () => listeners.notify();
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= end());

  async function end(): Promise<void> {
    closing.abort();
    state.sent.close();
    state.typing?.close();
    await Promise.all([parts.close?.(), server.close()]);
  }

  return {
    baseUrl: server.url,
    sent: () => state.sent.all(),
    waitForSent: (count, { timeoutMs } = {}) => state.sent.waitFor(count, timeoutMs),
    typing: () => state.typing?.all() ?? [],
    onChange: (listener) => listeners.add(listener),
    requests: () => state.requests.all(),
    fault(name, ...given) {
      assertFault(state.faults, name);
      const fault = state.faults[name].add(name, given[0]);
      onFault?.(name);
      return fault;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
