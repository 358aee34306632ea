import { onAbort } from "../abort.ts";

/** One fetch, from its call to the last byte of its body. */
export interface Exchange {
  /** Aborted by the caller, the time limit or a failure. */
  readonly signal: AbortSignal;
  /** Ends the exchange; returns the first reason, which is what the caller receives. */
  fail(thrown: unknown): unknown;
  /** Called when the body has been read: stops the timer and unsubscribes from the caller's signal. */
  end(): void;
}

/** Options of {@link openExchange}. */
export interface ExchangeOptions {
  readonly timeoutMs: number;
  /** The caller's signal; its reason is passed on unchanged. */
  readonly caller: AbortSignal | null | undefined;
  readonly toTimeout: () => Error;
  /** Maps a failure to the error that the caller receives. */
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
