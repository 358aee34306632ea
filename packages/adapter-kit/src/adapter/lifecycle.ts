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
  /** Resolves when nothing is received any more. */
  stop(): Promise<void>;
  /** Answers a callback, where the platform calls. */
  handle?(request: Request): Promise<Response>;
}

/** What a transport reports of its connection. Reports of a run that has ended have no effect. */
export interface ConnectionReporter {
  /** Whether the connection stands; `false` while it is being made, for the first time or again. */
  readonly setConnected: (isConnected: boolean) => void;
  /** A person has to log the bot in. */
  readonly needsLogin: (login: LoginPrompt) => void;
}

/** Options of {@link createAdapterLifecycle}. */
export interface AdapterLifecycleOptions {
  /** Name of the platform, for texts. */
  readonly service: string;
  /**
   * Checks the credentials and starts the transport; the signal gives that up. When it resolves, the
   * adapter counts as connected, unless it has called `connection.setConnected`: then the transport
   * reports by itself when the connection stands.
   */
  readonly connect: (
    sink: MessageSink,
    signal: AbortSignal,
    connection: ConnectionReporter,
  ) => Promise<Transport>;
  /** What else ends with a stop. */
  readonly onStop?: () => unknown;
  /** What the bot's owner does when the platform refuses the bot. */
  readonly advice: RefusalAdvice;
  readonly logger: Logger;
}

/** The receiving half of an adapter: its life from a start to a stop, and its status. Sends are not part of it. */
export interface AdapterLifecycle {
  /**
   * Starts the transport.
   * @throws {BotwrightError} `ALREADY_STARTED` unless it is stopped
   * @throws {NetworkError} `NETWORK_ABORTED` when a stop came first, and what `connect` throws
   */
  readonly start: (sink: MessageSink) => Promise<void>;
  /** Stops the transport, or gives up a start that is under way. May be called twice. */
  readonly stop: () => Promise<void>;
  /** Calls the listener with the current status and with each new one. */
  readonly onStatus: NonNullable<PlatformAdapter["onStatus"]>;
  /** Passes a callback on; 503 while nothing is received. */
  readonly handle: (request: Request) => Promise<Response>;
  /**
   * Reports, once a start, that the platform refuses the bot while it runs: to the log, and as
   * the status `refused`.
   */
  readonly fail: (error: unknown) => void;
}

interface Run {
  readonly givingUp: AbortController;
  transport?: Transport;
  hasFailed?: boolean;
  /** The transport itself reports when its connection stands. */
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
      // `stop` ran while this connected, and did not know the transport: it has to be stopped here.
      if (signal.aborted) await transport.stop();
      else run.transport = transport;
    })();
    const givenUp = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => givenUp.reject(aborted()));
    await Promise.race([connecting, givenUp.promise]);
    if (run.reportsConnection !== true) connection.setConnected(true);
  }

  async function halt(run: Run | undefined): Promise<void> {
    // A transport ends in its own order: what the sink has accepted is still acknowledged.
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
        // A start that waits for this stop reports for itself, after it.
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
