import { BotwrightError, describeError, type Logger, type MessageSink } from "@botwright/core";
import { networkError } from "./error-codes.ts";

/** A running way in. */
export interface Transport {
  /** Resolves when nothing is received any more. */
  stop(): Promise<void>;
  /** Answers a callback, where the platform calls. */
  handle?(request: Request): Promise<Response>;
}

/** Options of {@link createAdapterLifecycle}. */
export interface AdapterLifecycleOptions {
  /** Name of the platform, for texts. */
  readonly service: string;
  /** Checks the credentials and opens the way in; the signal gives that up. */
  readonly connect: (sink: MessageSink, signal: AbortSignal) => Promise<Transport>;
  /** What else ends with a stop. */
  readonly onStop?: () => unknown;
  /** What the operator has to do when the platform refuses the bot. */
  readonly advice: string;
  readonly logger: Logger;
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** The receiving half of an adapter: its life from a start to a stop. Sends are not part of it. */
export interface AdapterLifecycle {
  /**
   * Opens the way in.
   * @throws {BotwrightError} `ALREADY_STARTED` unless it is stopped
   * @throws {NetworkError} `NETWORK_ABORTED` when a stop came first, and what `connect` throws
   */
  readonly start: (sink: MessageSink) => Promise<void>;
  /** Closes the way in, or gives a start up that is not done. May be called twice. */
  readonly stop: () => Promise<void>;
  /** Passes a callback on; 503 while nothing is received. */
  readonly handle: (request: Request) => Promise<Response>;
  /** The platform refuses the bot while it runs: logged, and told to `onFailure`, once a start. */
  readonly fail: (error: unknown) => void;
}

interface Run {
  readonly givingUp: AbortController;
  transport?: Transport;
  hasFailed?: boolean;
}

/** Makes a {@link AdapterLifecycle}. */
export function createAdapterLifecycle(options: AdapterLifecycleOptions): AdapterLifecycle {
  const { service, connect, onStop, advice, logger, onFailure } = options;
  let current: Run | undefined;
  let stopping: Promise<void> | undefined;

  function aborted(): Error {
    return networkError({ service, call: "start", code: "NETWORK_ABORTED" });
  }

  async function open(run: Run, sink: MessageSink): Promise<void> {
    const { signal } = run.givingUp;
    if (signal.aborted) throw aborted();
    const taken: MessageSink = async (incoming) => {
      if (signal.aborted) throw aborted();
      return sink(incoming);
    };
    const connecting = (async () => {
      const transport = await connect(taken, signal);
      // Too late: nobody else would ever stop it.
      if (signal.aborted) await transport.stop();
      else run.transport = transport;
    })();
    const givenUp = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => givenUp.reject(aborted()));
    await Promise.race([connecting, givenUp.promise]);
  }

  async function halt(run: Run | undefined): Promise<void> {
    // What runs ends in its own order: what was taken is still acknowledged.
    if (run?.transport === undefined) run?.givingUp.abort();
    await Promise.all([run?.transport?.stop(), onStop?.()]);
  }

  return {
    async start(sink) {
      if (current !== undefined) {
        throw new BotwrightError("The adapter runs already: stop it first", {
          code: "ALREADY_STARTED",
        });
      }
      const run: Run = { givingUp: new AbortController() };
      current = run;
      try {
        if (stopping !== undefined) await Promise.allSettled([stopping]);
        await open(run, sink);
      } catch (error) {
        if (current === run) current = undefined;
        throw error;
      }
    },
    stop() {
      if (stopping !== undefined && current === undefined) return stopping;
      const run = current;
      current = undefined;
      const halting = halt(run).finally(() => {
        if (stopping === halting) stopping = undefined;
      });
      return (stopping = halting);
    },
    async handle(request) {
      return current?.transport?.handle?.(request) ?? new Response(null, { status: 503 });
    },
    fail(error) {
      if (current?.transport === undefined || current.hasFailed === true) return;
      current.hasFailed = true;
      logger.error(`${service}: the platform refuses the bot; ${advice}`, describeError(error));
      onFailure?.(error);
    },
  };
}
