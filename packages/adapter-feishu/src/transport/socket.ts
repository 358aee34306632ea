import {
  createDroppedFrames,
  hasCode,
  jitter,
  type OpenSocket,
  parseJson,
  runSocketLoop,
  type SocketSession,
  type Transport,
} from "@botwright/adapter-kit";
import { describeError } from "@botwright/core";
import { handshakeRefusal, SERVICE } from "../api/errors.ts";
import type { Api } from "../api.ts";
import { readEvent } from "../parse.ts";
import { acceptEvent, type TransportOptions } from "../transport.ts";
import { createFragments } from "./fragments.ts";
import { type ClientConfig, type EventAck, updateClientConfig } from "../wire/connection.ts";
import {
  CONTROL,
  DATA,
  decodeFrame,
  encodeFrame,
  type Frame,
  type FrameHeader,
  headerOf,
} from "../wire/frame.ts";

/** Options of {@link startSocket}. */
export interface SocketOptions extends TransportOptions {
  readonly api: Api;
  readonly setConnected: (isConnected: boolean) => void;
  /** Aborts the start. */
  readonly signal: AbortSignal;
  /** Called when the platform refuses the app and receiving has ended. */
  readonly onFailure: (error: unknown) => void;
}

/** The configuration until the platform sends its own. */
const DEFAULT_CONFIG: ClientConfig = {
  PingInterval: 120,
  ReconnectInterval: 120,
  ReconnectNonce: 30,
  ReconnectCount: -1,
};
/** The shortest pause before a new connection, in milliseconds. */
const FIRST_MS = 1000;
/** The pause in milliseconds after a refusal because the app has too many connections. */
const CONNECTION_LIMIT_MS = 60_000;
/** Milliseconds after which a connection counts as stable, so that the pause after it is short. */
const STABLE_MS = 60_000;
const MAX_NONCE_AFTER_STABLE_S = 5;

/** The `service_id` in the URL of a connection; 0 when it is missing or not a safe integer. */
function serviceIdOf(address: string): number {
  const id = Number(new URL(address).searchParams.get("service_id"));
  return Number.isSafeInteger(id) ? id : 0;
}

/**
 * Receives by long connection:
 *
 * 1. `dial` gets a URL, which is valid for one connection.
 * 2. The session sends a ping at once and then every `PingInterval`; the pongs may change the configuration.
 * 3. It joins the fragments of each event and passes the message to the sink.
 * 4. It acknowledges the event when the sink has accepted the message; otherwise the platform pushes it again.
 * 5. After the end of the connection, `onError` decides on a pause, and the loop starts again.
 *
 * Resolves when the first connection is open, or has failed for a temporary reason.
 *
 * @throws {PlatformError} when the platform refuses the app at the first connection
 */
export async function startSocket(options: SocketOptions): Promise<Transport> {
  const { api, inbound, logger, clock, onFailure } = options;
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  let isStarted = false;
  let config = DEFAULT_CONFIG;
  /** The `service_id` from the URL of the connection; each frame that we send repeats it. */
  let service = 0;
  /** When the current connection was opened; `undefined` before that. */
  let openedAt: number | undefined;
  /** Whether an earlier connection was lost. */
  let unstable = false;
  /** How many attempts in a row have opened no connection. */
  let failedAttempts = 0;

  /** Gets the URL of the next connection. The answer may change the configuration. */
  async function dial(signal: AbortSignal): Promise<string> {
    openedAt = undefined;
    const endpoint = await api.endpoint(signal);
    config = updateClientConfig(config, endpoint.ClientConfig);
    service = serviceIdOf(endpoint.URL);
    return endpoint.URL;
  }

  /**
   * Starts a connection's session. Fragments belong to one connection: when it ends amid an event,
   * the platform pushes the whole event again on the next one.
   */
  function open(socket: OpenSocket): SocketSession {
    const fragments = createFragments(clock);
    const drop = createDroppedFrames({ service: SERVICE, socket, logger });
    let stopTimer: (() => void) | undefined;
    openedAt = clock.now();
    first.resolve();
    ping();

    /** Sends a ping and schedules the next one with the current interval. */
    function ping(): void {
      const headers: FrameHeader[] = [["type", "ping"]];
      socket.send(encodeFrame({ seqId: 0n, logId: 0n, service, method: CONTROL, headers }));
      stopTimer = clock.after(config.PingInterval * 1000, ping);
    }

    /**
     * Handles one fragment of an event, and the event itself once it is complete.
     *
     * The acknowledgement repeats the ids and headers of the last fragment's frame, so that the
     * platform can match it with the push. If the platform has pushed the event again meanwhile,
     * each push gets an acknowledgement of its own.
     *
     * @throws {RangeError} for an invalid fragment
     */
    async function handleFragment(frame: Frame): Promise<void> {
      const startedAt = clock.now();
      const payload = fragments.add(frame);
      if (payload === undefined) return;
      const event = readEvent(payload);
      // Another push would contain the same bytes, so the event is acknowledged.
      if (event === undefined) drop("Feishu: an event that is no JSON is acknowledged");
      let code: EventAck["code"] = 200;
      try {
        // `acceptEvent` returns false while the adapter stops. Without an acknowledgement the event is pushed again.
        if (!(await acceptEvent(event, options))) return;
      } catch (error) {
        logger.warn("Feishu: a message was not taken and will come again", describeError(error));
        code = 500;
      }
      const ack: EventAck = { code };
      const biz_rt: FrameHeader = ["biz_rt", `${clock.now() - startedAt}`];
      const headers = [...frame.headers, biz_rt];
      const answer = new TextEncoder().encode(JSON.stringify(ack));
      socket.send(encodeFrame({ ...frame, headers, payload: answer }));
    }

    return {
      async onMessage(data) {
        const frame = typeof data === "string" ? undefined : decodeFrame(data);
        const type = frame && headerOf(frame, "type");
        if (frame?.method === DATA && type === "event") {
          try {
            await handleFragment(frame);
          } catch (error) {
            if (!(error instanceof RangeError)) throw error;
            drop("Feishu: a fragment is dropped", describeError(error));
          }
        } else if (frame?.method === CONTROL && type === "pong" && frame.payload !== undefined) {
          config = updateClientConfig(config, parseJson(new TextDecoder().decode(frame.payload)));
        } else if (frame === undefined) drop("Feishu: what is no frame is dropped");
      },
      onClose: () => stopTimer?.(),
    };
  }

  /**
   * The pause before the next connection in milliseconds; `undefined` for the loop's growing default.
   * Throws when the loop must not connect again.
   */
  function onError(error: unknown): number | undefined {
    if (hasCode(error, "PLATFORM_UNAUTHORIZED") || hasCode(error, "PLATFORM_FORBIDDEN")) {
      throw error;
    }
    const { ReconnectCount: most } = config;
    failedAttempts = openedAt === undefined ? failedAttempts + 1 : 0;
    if (most >= 0 && failedAttempts >= most) throw error;
    first.resolve();
    logger.warn("Feishu: the connection is lost and made again", describeError(error));
    if (hasCode(error, "PLATFORM_CONFLICT")) return CONNECTION_LIMIT_MS;
    if (openedAt === undefined) return undefined;
    const isStable = clock.now() - openedAt > STABLE_MS;
    // When several connections in a row are lost soon after opening, the pauses grow.
    if (unstable && !isStable) return undefined;
    unstable = true;
    const nonce = isStable
      ? Math.min(config.ReconnectNonce, MAX_NONCE_AFTER_STABLE_S)
      : config.ReconnectNonce;
    // A random pause, so that the clients of a restarted server do not all reconnect at the same moment.
    return Math.max(jitter(FIRST_MS), Math.random() * nonce * 1000);
  }

  options.setConnected(false);
  const signal = AbortSignal.any([stopping.signal, options.signal]);
  const silenceMs = (): number => 2 * config.PingInterval * 1000 + 10_000;
  const loop = runSocketLoop({
    service: SERVICE,
    dial,
    open,
    onError,
    onConnected: options.setConnected,
    maxPauseMs: () => Math.max(config.ReconnectInterval * 1000, FIRST_MS),
    silenceMs,
    refusal: (header) => handshakeRefusal(header, api.redact),
    signal,
    clock,
  })
    .then(() => first.resolve())
    .catch((error: unknown) => {
      if (isStarted) onFailure(error);
      else first.reject(error);
    });
  await first.promise;
  isStarted = true;

  return {
    async stop() {
      await inbound.stop();
      stopping.abort();
      await loop;
    },
  };
}
