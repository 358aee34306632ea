import {
  callFault,
  type CallFaultOptions,
  FaultSlot,
  type FaultOptions,
  type FaultSlots,
  OF_A_CALL,
  otherFault,
} from "../faults/faults.ts";
import { createTransportFaultSlots, type TransportFaults } from "../faults/transport-faults.ts";

/** The faults of the Feishu simulator by name, with their options. */
export interface FeishuFaults extends TransportFaults {
  /** A rate limit: 230020, 99991400, or the gateway's HTTP 429 with `Retry-After`. Once by default. */
  readonly "rate-limit": CallFaultOptions & {
    /** @default 230020 */
    readonly code?: 230020 | 99991400 | 429;
    /** Seconds to wait, if the platform says so. */
    readonly retryAfter?: number;
    /** The header with the seconds. @default "Retry-After" */
    readonly header?: "Retry-After" | "x-ogw-ratelimit-reset";
  };
  /** HTTP 500 without a JSON body. Once by default. */
  readonly "server-error": CallFaultOptions;
  /** The access token is no longer valid until a new one is fetched. Once by default. */
  readonly "expired-token": CallFaultOptions & {
    /** The code of the refusal. @default 99991663 */
    readonly code?: 99991663 | 99991671;
  };
  /** App id and secret are refused everywhere and no token is valid any more, until ended. */
  readonly "revoked-credentials": FaultOptions;
  /** 99991672 to a call: the app lacks the scope. Once by default. */
  readonly "missing-permission": CallFaultOptions;
  /** 230013 to everything sent to this user, until ended. */
  readonly "refused-user": FaultOptions & { readonly user: string };
  /** The answered or read message has been deleted. Once by default. */
  readonly recalled: CallFaultOptions & {
    /** 404 is the HTTP status. @default 230011 to a reply, 230110 to a get */
    readonly code?: 230011 | 230110 | 231003 | 404;
  };
  /** 234043 to a download. Once by default. */
  readonly "missing-file": CallFaultOptions;
  /** The address of the long connection is refused with this code. Once by default. */
  readonly "endpoint-refused": CallFaultOptions & {
    /** 0 is a success without an address. @default 1000040343 */
    readonly code?: 0 | 1 | 403 | 514 | 1000040343 | 1000040350;
  };
  /** The endpoint refuses the WebSocket handshake; headers contain the reason. Once by default. */
  readonly "handshake-refused": FaultOptions & {
    /** `Handshake-Status`. @default 403 */
    readonly status?: number;
    /** `Handshake-Autherrcode`, for a status of 514. @default none */
    readonly authErrCode?: number;
  };
  /** A push of an event does not reach the bot, and the event is pushed again later. Once by default. */
  readonly "lost-frame": FaultOptions;
  /** An event is pushed twice. Once by default. */
  readonly duplicate: FaultOptions;
  /** An event arrives in fragments. Once by default. */
  readonly fragments: FaultOptions & {
    /** The order in which they come, counted from 0. @default [2, 0, 1] */
    readonly order?: readonly number[];
  };
  /** HTTP: an event is signed with another key, if events are signed. Once by default. */
  readonly "wrong-signature": FaultOptions;
  /** HTTP: an event has another verification token. Once by default. */
  readonly "wrong-token": FaultOptions;
  /** An invalid protobuf frame precedes an event. Once by default. */
  readonly "bad-frame": FaultOptions;
  /** Invalid fragments come before an event. Once by default. */
  readonly "bad-fragments": FaultOptions;
  /** A ping and a card come before an event; the client must answer neither. Once by default. */
  readonly "other-frames": FaultOptions;
  /** The connection is cut instead of an event's delivery. Once by default. */
  readonly "cut-socket": FaultOptions;
  /** Pings are not answered, until ended. */
  readonly "silent-socket": FaultOptions;
}

export type FeishuFaultSlots = FaultSlots<FeishuFaults>;

export function createFaultSlots(): FeishuFaultSlots {
  return {
    ...createTransportFaultSlots(),
    "rate-limit": new FaultSlot<FeishuFaults["rate-limit"]>(
      { ...OF_A_CALL, code: "number", retryAfter: "number", header: "string" },
      { code: 230020 },
    ),
    "server-error": callFault(),
    "expired-token": new FaultSlot<FeishuFaults["expired-token"]>(
      { ...OF_A_CALL, code: "number" },
      { code: 99991663 },
    ),
    "revoked-credentials": otherFault(Infinity),
    "missing-permission": callFault(),
    "refused-user": new FaultSlot<FeishuFaults["refused-user"]>(
      { user: "string" },
      {
        times: Infinity,
        user: "",
      },
    ),
    recalled: new FaultSlot<FeishuFaults["recalled"]>({ ...OF_A_CALL, code: "number" }, {}),
    "missing-file": callFault(),
    "endpoint-refused": new FaultSlot<FeishuFaults["endpoint-refused"]>(
      { ...OF_A_CALL, code: "number" },
      { code: 1000040343 },
    ),
    "handshake-refused": new FaultSlot<FeishuFaults["handshake-refused"]>(
      { status: "number", authErrCode: "number" },
      { status: 403 },
    ),
    "lost-frame": otherFault(),
    duplicate: otherFault(),
    fragments: new FaultSlot<FeishuFaults["fragments"]>({ order: "object" }, { order: [2, 0, 1] }),
    "wrong-signature": otherFault(),
    "wrong-token": otherFault(),
    "bad-frame": otherFault(),
    "bad-fragments": otherFault(),
    "other-frames": otherFault(),
    "cut-socket": otherFault(),
    "silent-socket": otherFault(Infinity),
  };
}
