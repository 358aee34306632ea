import {
  hasCode,
  jitter,
  type OpenSocket,
  parseJson,
  runSocketLoop,
  type SocketSession,
  type Transport,
} from "@botwright/adapter-kit";
import { describeError } from "@botwright/core";
import { handshakeRefusal, SERVICE } from "./api-errors.ts";
import type { Api } from "./api.ts";
import { readEvent } from "./parse.ts";
import { acceptEvent, type TransportOptions } from "./transport.ts";
import { createFragments } from "./transport-fragments.ts";
import { type ClientConfig, readClientConfig } from "./wire.ts";
import { decodeFrame, encodeFrame, type Frame, headerOf } from "./wire-frame.ts";

/** Options of {@link startSocket}. */
export interface SocketOptions extends TransportOptions {
  readonly api: Api;
  readonly setConnected: (isConnected: boolean) => void;
  /** Gives the start up. */
  readonly signal: AbortSignal;
  /** The platform refuses for good; receiving has ended. */
  readonly onFailure: (error: unknown) => void;
}

/** Until the platform says otherwise. */
const USUAL: ClientConfig = {
  pingInterval: 120,
  reconnectInterval: 120,
  reconnectNonce: 30,
  reconnectCount: -1,
};
const CONTROL = 0;
const DATA = 1;
/** Pauses before a new connection, in milliseconds. */
const FIRST_MS = 1000;
const CONNECTION_LIMIT_MS = 60_000;
/** After a connection that lived for so long, the first pause is short. */
const STABLE_MS = 60_000;
const MAX_NONCE_AFTER_STABLE_S = 5;

/**
 * Receives by long connection. An event is acknowledged when the sink has taken it; without that
 * the platform pushes it again. Resolves when the first connection is open, or has failed in a way
 * that time may heal.
 *
 * @throws {PlatformError} when the platform refuses the first connection for good
 */
export async function startSocket(options: SocketOptions): Promise<Transport> {
  const { api, inbound, logger, clock, onFailure } = options;
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  let isStarted = false;
  let config = USUAL;
  let service = 0;
  let openedAt: number | undefined;
  /** A connection was lost since the last one that lasted. */
  let unstable = false;
  /** Tries in a row that have led to no connection. */
  let failedAttempts = 0;

  async function dial(signal: AbortSignal): Promise<string> {
    openedAt = undefined;
    const endpoint = await api.endpoint(signal);
    config = readClientConfig(endpoint.config, config);
    service = Number(new URL(endpoint.url).searchParams.get("service_id")) || 0;
    return endpoint.url;
  }

  function open(socket: OpenSocket): SocketSession {
    const fragments = createFragments(clock);
    let stopTimer: (() => void) | undefined;
    openedAt = clock.now();
    first.resolve();
    ping();

    function ping(): void {
      const headers = [["type", "ping"]] as const;
      socket.send(encodeFrame({ seqId: 0n, logId: 0n, service, method: CONTROL, headers }));
      stopTimer = clock.after(config.pingInterval * 1000, ping);
    }

    async function take(frame: Frame): Promise<void> {
      const startedAt = clock.now();
      const payload = fragments.add(frame);
      if (payload === undefined) return;
      const event = readEvent(payload);
      if (event === undefined) logger.warn("Feishu: an event that is no JSON is acknowledged");
      let code = 200;
      try {
        if (!(await acceptEvent(event, options))) return;
      } catch (error) {
        logger.warn("Feishu: a message was not taken and will come again", describeError(error));
        code = 500;
      }
      const { payload: _payload, ...echo } = frame;
      const headers = [...frame.headers, ["biz_rt", `${clock.now() - startedAt}`]] as const;
      const answer = new TextEncoder().encode(JSON.stringify({ code }));
      socket.send(encodeFrame({ ...echo, headers, payload: answer }));
    }

    return {
      async onMessage(data) {
        const frame = typeof data === "string" ? undefined : decodeFrame(data);
        const type = frame && headerOf(frame, "type");
        if (frame?.method === DATA && type === "event") {
          try {
            await take(frame);
          } catch (error) {
            if (!(error instanceof RangeError)) throw error;
            logger.warn("Feishu: a fragment is dropped", describeError(error));
          }
        } else if (frame?.method === CONTROL && type === "pong" && frame.payload !== undefined) {
          config = readClientConfig(parseJson(new TextDecoder().decode(frame.payload)), config);
        } else if (frame === undefined) logger.warn("Feishu: what is no frame is dropped");
      },
      onClose: () => stopTimer?.(),
    };
  }

  /** The pause before the next connection; `undefined` for the one of the loop, which grows. */
  function onError(error: unknown): number | undefined {
    if (hasCode(error, "PLATFORM_UNAUTHORIZED") || hasCode(error, "PLATFORM_FORBIDDEN")) {
      throw error;
    }
    const { reconnectCount } = config;
    failedAttempts = openedAt === undefined ? failedAttempts + 1 : 0;
    if (reconnectCount >= 0 && failedAttempts >= reconnectCount) throw error;
    first.resolve();
    logger.warn("Feishu: the connection is lost and made again", describeError(error));
    if (hasCode(error, "PLATFORM_CONFLICT")) return CONNECTION_LIMIT_MS;
    if (openedAt === undefined) return undefined;
    const isStable = clock.now() - openedAt > STABLE_MS;
    // A connection that is lost at once, again and again, must not lead to a hot loop.
    if (unstable && !isStable) return undefined;
    unstable = true;
    const nonce = isStable
      ? Math.min(config.reconnectNonce, MAX_NONCE_AFTER_STABLE_S)
      : config.reconnectNonce;
    return Math.max(jitter(FIRST_MS), Math.random() * nonce * 1000);
  }

  options.setConnected(false);
  const signal = AbortSignal.any([stopping.signal, options.signal]);
  const silenceMs = (): number => 2 * config.pingInterval * 1000 + 10_000;
  const loop = runSocketLoop({
    service: SERVICE,
    dial,
    open,
    onError,
    onConnected: options.setConnected,
    maxPauseMs: () => Math.max(config.reconnectInterval * 1000, FIRST_MS),
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
