import {
  BotwrightError,
  describeError,
  type Logger,
  type LoginPrompt,
  type MessageSink,
  type PlatformAdapter,
} from "@botwright/core";
import { createStatusReporter } from "./status.ts";
import { isRefusal, networkError } from "../error-codes.ts";
import { type RefusalAdvice, toRefused } from "./refusal-advice.ts";

/** A running transport. */
export interface Transport {
  /** Ends the transport; resolves when it receives nothing any more. */
  stop(): Promise<void>;
  /** Answers a callback of the platform, on a transport that receives callbacks. */
  handle?(request: Request): Promise<Response>;
}

/** Through this a transport reports its connection. Reports of a run that has ended have no effect. */
export interface ConnectionReporter {
  /** Sets whether the connection is open; `false` while the transport connects or reconnects. */
  readonly setConnected: (isConnected: boolean) => void;
  /** Reports that a person has to log the bot in. */
  readonly needsLogin: (login: LoginPrompt) => void;
}

/** Options of {@link createAdapterLifecycle}. */
export interface AdapterLifecycleOptions {
  /** The platform's name, for error and log texts. */
  readonly service: string;
  /**
   * Checks the credentials and starts the transport; the signal aborts the attempt. When the promise resolves, the
   * adapter counts as connected, unless `connect` has called `connection.setConnected`: then the transport
   * reports by itself when the connection is open.
   */
  readonly connect: (
    sink: MessageSink,
    signal: AbortSignal,
    connection: ConnectionReporter,
  ) => Promise<Transport>;
  /** Called at each stop, to end whatever else the adapter runs. */
  readonly onStop?: () => unknown;
  /** Tells the bot's owner what to do when the platform refuses the bot. */
  readonly advice: RefusalAdvice;
  readonly logger: Logger;
}

/** The receiving half of an adapter: start, stop and status. Sending does not depend on it. */
export interface AdapterLifecycle {
  /**
   * Starts the transport.
   * @throws {BotwrightError} `ALREADY_STARTED` unless the adapter is stopped
   * @throws {NetworkError} `NETWORK_ABORTED` when `stop` ends the start, and what `connect` throws
   */
  readonly start: (sink: MessageSink) => Promise<void>;
  /** Stops the transport, or aborts a start that is under way. May be called twice. */
  readonly stop: () => Promise<void>;
  /** Calls the listener with the current status and with each new one. */
  readonly onStatus: NonNullable<PlatformAdapter["onStatus"]>;
  /** Passes a callback to the transport; answers 503 while no transport runs. */
  readonly handle: (request: Request) => Promise<Response>;
  /**
   * Reports, at most once per start, that the platform refuses the running bot: to the log, and as
   * the status `refused`.
   */
  readonly fail: (error: unknown) => void;
}

interface Run {
  readonly givingUp: AbortController;
  transport?: Transport;
  hasFailed?: boolean;
  /** The transport itself reports when its connection is open. */
  reportsConnection?: boolean;
}

/**
 * Makes an {@link AdapterLifecycle}.
 *
 * @example
 * const advice = { en: "Wind it up.", zh: "请上发条。" };
 * const lifecycle = createAdapterLifecycle({ service: "Toy", connect, advice, logger });
 * lifecycle.onStatus(({ state }) => console.log(state)); // stopped, connecting, connected, …
 * await lifecycle.start(sink);
 */
export function createAdapterLifecycle(options: AdapterLifecycleOptions): AdapterLifecycle {
  const { service, connect, onStop, advice, logger } = options;
  const status = createStatusReporter(service, logger);
  let current: Run | undefined;
  let stopping: Promise<void> | undefined;

  function aborted(): Error {
    return networkError({ service, call: "start", code: "NETWORK_ABORTED" });
  }

  function reporterOf(run: Run): ConnectionReporter {
    const isCurrent = (): boolean => current === run && run.hasFailed !== true;
    return {
      setConnected(isConnected) {
        run.reportsConnection = true;
        if (isCurrent()) status.set({ state: isConnected ? "connected" : "connecting" });
      },
      needsLogin(login) {
        if (isCurrent()) status.set({ state: "needs-login", login });
      },
    };
  }

  async function open(run: Run, sink: MessageSink): Promise<void> {
    const { signal } = run.givingUp;
    if (signal.aborted) throw aborted();
    const guarded: MessageSink = async (incoming) => {
      if (signal.aborted) throw aborted();
      return sink(incoming);
    };
    const connection = reporterOf(run);
    const connecting = (async () => {
      const transport = await connect(guarded, signal, connection);
      // `stop` ran during `connect`, when the transport did not exist yet: so it is stopped here.
      if (signal.aborted) await transport.stop();
      else run.transport = transport;
    })();
    const givenUp = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => givenUp.reject(aborted()));
    await Promise.race([connecting, givenUp.promise]);
    if (run.reportsConnection !== true) connection.setConnected(true);
  }

  async function halt(run: Run | undefined): Promise<void> {
    // A running transport is not aborted: its `stop` still acknowledges the messages that the sink has accepted.
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
        if (current === run) status.set({ state: "connecting" });
        await open(run, sink);
      } catch (error) {
        if (current === run) {
          current = undefined;
          status.set(
            isRefusal(error)
              ? toRefused(error, advice)
              : { state: "stopped", error: describeError(error) },
          );
        }
        throw error;
      }
    },
    stop() {
      if (stopping !== undefined && current === undefined) return stopping;
      const run = current;
      current = undefined;
      const halting = halt(run).finally(() => {
        if (stopping === halting) stopping = undefined;
        // A start that waits for this stop sets its own status afterwards.
        status.set({ state: "stopped" });
      });
      return (stopping = halting);
    },
    onStatus: status.onStatus,
    async handle(request) {
      return current?.transport?.handle?.(request) ?? new Response(null, { status: 503 });
    },
    fail(error) {
      if (current?.transport === undefined || current.hasFailed === true) return;
      current.hasFailed = true;
      const refused = toRefused(error, advice);
      const what = `${service}: the platform refuses the bot. ${refused.advice.en}`;
      logger.error(what, describeError(error));
      status.set(refused);
    },
  };
}
