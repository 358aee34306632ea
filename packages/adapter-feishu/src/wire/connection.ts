/**
 * The types of the long connection besides its frames: how to open it, and how the platform
 * wants it to be kept.
 *
 * @see https://open.feishu.cn/document/server-docs/event-subscription-guide/event-subscription-configure-/request-url-configuration-case
 * @see https://github.com/larksuite/node-sdk The platform's SDK, which is all that documents them.
 */
import { boundedTime, fieldsOf, numberOf } from "@botwright/adapter-kit";
import type { Answer } from "./api.ts";

/** The request for the URL of the next connection. */
export interface EndpointRequest {
  AppID: string;
  AppSecret: string;
}

export interface EndpointAnswer extends Answer {
  data?: Endpoint;
}

export interface Endpoint {
  /** Valid for one connection; its query has the `service_id` of the frames. */
  URL: string;
  ClientConfig?: ClientConfig;
}

/** The platform's settings for a connection, in its endpoint and in each pong. Times are in seconds. */
export interface ClientConfig {
  PingInterval: number;
  /** The longest pause before a new connection. */
  ReconnectInterval: number;
  /** The first pause is random, up to this. */
  ReconnectNonce: number;
  /** How many attempts in a row may fail before the client gives up; a negative number means no limit. */
  ReconnectCount: number;
}

/** The headers of a refused WebSocket handshake, which tell why it was refused. */
export type HandshakeHeader = "handshake-status" | "handshake-msg" | "handshake-autherrcode";

/** The payload of the frame that acknowledges an event. */
export interface EventAck {
  /** After 500, as without an acknowledgement, the platform pushes the event again. */
  code: 200 | 500;
}

/** Bounds in seconds for the platform's values, because they become timers. */
const BOUNDS = {
  PingInterval: { min: 1, max: 3600 },
  ReconnectInterval: { min: 1, max: 3600 },
  ReconnectNonce: { min: 1, max: 300 },
};

/** Replaces the numbers that are present and valid; the others stay. */
export function updateClientConfig(before: ClientConfig, value: unknown): ClientConfig {
  const given = fieldsOf<ClientConfig>(value);
  const seconds = (key: keyof typeof BOUNDS): number =>
    boundedTime(given[key], BOUNDS[key]) ?? before[key];
  const { ReconnectNonce: nonce, ReconnectCount: count } = given;
  return {
    PingInterval: seconds("PingInterval"),
    ReconnectInterval: seconds("ReconnectInterval"),
    ReconnectNonce: nonce === 0 ? 0 : seconds("ReconnectNonce"),
    ReconnectCount: Number.isSafeInteger(count) ? numberOf(count) : before.ReconnectCount,
  };
}
