import {
  type AdapterState,
  type Clock,
  createMemoryAdapterState,
  type IncomingMessage,
  type Logger,
  type MessageSink,
  type PlatformAdapter,
  type PlatformRefusal,
  systemClock,
} from "@botwright/core";
import { createRecordingLogger, type RecordingLogger } from "./logger.ts";
import { serveAdapter } from "./serve.ts";

/** The options that all adapters of a fixture share; an adapter's factory accepts them. */
export interface SharedAdapterOptions {
  readonly state: AdapterState;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Options of {@link openAdapterFixture}. */
export interface AdapterFixtureOptions<O> {
  /** The adapter's factory. */
  create(options: O & SharedAdapterOptions): PlatformAdapter;
  /** The adapter's own options; requests to `callbackUrl` reach the newest adapter. */
  options(callbackUrl: string): O | Promise<O>;
  /** Closes the platform. */
  close(): Promise<unknown>;
  /** @default the system clock */
  readonly clock?: Clock;
}

/** Adapters on one platform that share one state: a second adapter stands for the first after a restart. */
export interface AdapterFixture<O> extends AsyncDisposable {
  readonly state: AdapterState;
  readonly logger: RecordingLogger;
  /** The messages of the adapters that were started without a sink. */
  readonly received: IncomingMessage[];
  /** What the adapters have reported as the status `refused`. */
  readonly refusals: PlatformRefusal[];
  /** A new adapter on the same state; callbacks reach it from now on. */
  adapter(more?: Partial<O & SharedAdapterOptions>): PlatformAdapter;
  /** A new adapter that is started. */
  started(more?: Partial<O & SharedAdapterOptions>, sink?: MessageSink): Promise<PlatformAdapter>;
  /** Routes callbacks to this target; without one their connections are dropped. */
  route(target: Pick<PlatformAdapter, "handleRequest"> | undefined): void;
}

/**
 * Opens a fixture; its disposal stops the adapters and closes the platform.
 *
 * @example
 * const telegram = await startSimulator("telegram");
 * const options = { token: telegram.credentials.token, apiBase: telegram.baseUrl };
 * await using fixture = await openAdapterFixture({
 *   create: createTelegramAdapter,
 *   options: () => options,
 *   close: () => telegram.close(),
 * });
 * await fixture.started();
 * await telegram.say({ from: "1001", text: "hello" });
 */
export async function openAdapterFixture<O extends object>(
  parts: AdapterFixtureOptions<O>,
): Promise<AdapterFixture<O>> {
  const { clock = systemClock } = parts;
  const adapters: PlatformAdapter[] = [];
  let newest: Pick<PlatformAdapter, "handleRequest"> | undefined;
  const callbacks = await serveAdapter(() => newest);
  const options = await parts.options(callbacks.url);
  const state = createMemoryAdapterState();
  const logger = createRecordingLogger();
  const received: IncomingMessage[] = [];
  const refusals: PlatformRefusal[] = [];
  const take: MessageSink = async (incoming) => received.push(incoming);

  function adapter(more?: Partial<O & SharedAdapterOptions>): PlatformAdapter {
    const made = parts.create({ ...options, state, logger, clock, ...more });
    adapters.push(made);
    made.onStatus?.((status) => {
      if (status.state === "refused") refusals.push(status);
    });
    newest = made;
    return made;
  }

  return {
    state,
    logger,
    received,
    refusals,
    adapter,
    async started(more, sink = take) {
      const made = adapter(more);
      await made.start(sink);
      return made;
    },
    route(target) {
      newest = target;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(adapters.map((made) => made.stop()));
      await parts.close();
      await callbacks[Symbol.asyncDispose]();
    },
  };
}
