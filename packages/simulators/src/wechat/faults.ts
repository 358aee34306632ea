import {
  callFault,
  type CallFaultOptions,
  FaultSlot,
  type FaultOptions,
  type FaultSlots,
  OF_A_CALL,
} from "../faults/faults.ts";
import { createTransportFaultSlots, type TransportFaults } from "../faults/transport-faults.ts";

/** The faults of the WeChat simulator by name, with their options. */
export interface WechatFaults extends TransportFaults {
  /** -14 to every call and to the held poll, until ended: the session has expired or was taken over. */
  readonly "revoked-credentials": FaultOptions & {
    /** The answer announces a wrong length, so that many clients cannot read it. @default false */
    readonly brokenLength?: boolean;
  };
  /** sendmessage to this user: `ret` -2 with `invalid arguments`, until ended. */
  readonly "refused-user": CallFaultOptions & { readonly user: string };
  /** sendmessage: `ret` -2 with `prepare failed`. Once by default. */
  readonly "rate-limit": CallFaultOptions;
  /** getupdates: `ret` -3, as for a cursor of another session. Once by default. */
  readonly "foreign-cursor": CallFaultOptions;
  /** getupdates repeats messages that the cursor has passed. Once by default. */
  readonly duplicate: CallFaultOptions;
  /** getupdates answers at once without messages. Once by default. */
  readonly "empty-answer": CallFaultOptions;
  /** A page of a proxy with this status. Once by default. */
  readonly "server-error": CallFaultOptions & { /** @default 500 */ readonly status?: number };
  /** The CDN refuses an upload with this status; a 4xx has the reason in `x-error-message`. Once by default. */
  readonly "refused-upload": CallFaultOptions & { /** @default 500 */ readonly status?: number };
  /** The CDN accepts an upload but does not return `x-encrypted-param`. Once by default. */
  readonly "unnamed-upload": CallFaultOptions;
  /** A download finds nothing: 404. Once by default. */
  readonly "missing-file": CallFaultOptions;
}

export type WechatFaultSlots = FaultSlots<WechatFaults>;

export function createFaultSlots(): WechatFaultSlots {
  return {
    ...createTransportFaultSlots(),
    "revoked-credentials": new FaultSlot<WechatFaults["revoked-credentials"]>(
      { brokenLength: "boolean" },
      { times: Infinity },
    ),
    "refused-user": new FaultSlot<WechatFaults["refused-user"]>(
      { ...OF_A_CALL, user: "string" },
      { times: Infinity, user: "" },
    ),
    "rate-limit": callFault(),
    "foreign-cursor": callFault(),
    duplicate: callFault(),
    "empty-answer": callFault(),
    "server-error": new FaultSlot<WechatFaults["server-error"]>(
      { ...OF_A_CALL, status: "number" },
      { status: 500 },
    ),
    "refused-upload": new FaultSlot<WechatFaults["refused-upload"]>(
      { ...OF_A_CALL, status: "number" },
      { status: 500 },
    ),
    "unnamed-upload": callFault(),
    "missing-file": callFault(),
  };
}
