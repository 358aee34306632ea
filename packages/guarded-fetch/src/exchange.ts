import { onAbort } from "./abort.ts";

/** One fetch, from its call to the last byte of its body. */
export interface Exchange {
  /** Aborted by the caller, by the clock, or by a failure. */
  readonly signal: AbortSignal;
  /** Ends everything that belongs to it. Gives back what came first: that is what the caller sees. */
  fail(thrown: unknown): unknown;
  /** All is read: stops the clock, and lets go of the caller's signal. */
  end(): void;
}

/** What an exchange is opened with. */
export interface ExchangeOptions {
  readonly timeoutMs: number;
  /** The caller's signal; its reason is handed on as it is. */
  readonly caller: AbortSignal | null | undefined;
  readonly toTimeout: () => Error;
  /** What the caller sees of a failure. */
  readonly toError: (thrown: unknown) => Error;
  readonly onEnd: (exchange: Exchange) => void;
}

export function openExchange(options: ExchangeOptions): Exchange {
  const { timeoutMs, caller, toTimeout, toError, onEnd } = options;
  const controller = new AbortController();
  const stop = (reason: unknown): void => {
    exchange.end();
    controller.abort(reason);
  };
  const timer = setTimeout(() => stop(toTimeout()), timeoutMs);
  let following: Disposable | undefined;
  const exchange: Exchange = {
    signal: controller.signal,
    fail(thrown) {
      if (!controller.signal.aborted) stop(toError(thrown));
      return controller.signal.reason;
    },
    end() {
      clearTimeout(timer);
      following?.[Symbol.dispose]();
      onEnd(exchange);
    },
  };
  if (caller) following = onAbort(caller, () => stop(caller.reason));
  return exchange;
}
