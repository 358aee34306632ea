import { FaultSlot, type FaultOptions, type FaultSlots, once } from "../faults/faults.ts";

/** The faults of the WeChat simulator by name, with their options. */
export interface WechatFaults {
  /** -14 to every call and to the held poll, until ended: the session has expired or was taken over. */
  readonly "revoked-credentials": FaultOptions & {
    /** The answer announces a wrong length, so that many clients cannot read it. @default false */
    readonly brokenLength?: boolean;
  };
  /** sendmessage to this user: `ret` -2 with `invalid arguments`, until ended. */
  readonly "refused-user": FaultOptions & { readonly user: string };
  /** sendmessage: `ret` -2 with `prepare failed`. Once by default. */
  readonly "rate-limit": FaultOptions;
  /** getupdates: `ret` -3, as for a cursor of another session. Once by default. */
  readonly "foreign-cursor": FaultOptions;
  /** getupdates repeats messages that the cursor has passed. Once by default. */
  readonly duplicate: FaultOptions;
  /** getupdates answers at once without messages. Once by default. */
  readonly "empty-answer": FaultOptions;
  /** A page of a proxy with this status. Once by default. */
  readonly "server-error": FaultOptions & { /** @default 500 */ readonly status?: number };
  /** The connection is cut before the call has any effect. Once by default. */
  readonly "drop-connection": FaultOptions;
  /** The call takes effect, then the connection is cut without an answer. Once by default. */
  readonly "lost-reply": FaultOptions;
  /** The call waits before it takes effect. Once by default. */
  readonly slow: FaultOptions & { /** Milliseconds. */ readonly ms: number };
  /** 200 with a body that is not JSON. Once by default. */
  readonly garbled: FaultOptions;
  /** Half of an upload is read, then the connection is cut; nothing is stored. Once by default. */
  readonly "broken-upload": FaultOptions;
  /** The CDN refuses an upload with this status; a 4xx has the reason in `x-error-message`. Once by default. */
  readonly "refused-upload": FaultOptions & { /** @default 500 */ readonly status?: number };
  /** The CDN accepts an upload but does not return `x-encrypted-param`. Once by default. */
  readonly "unnamed-upload": FaultOptions;
  /** A download finds nothing: 404. Once by default. */
  readonly "missing-file": FaultOptions;
}

export type WechatFaultSlots = FaultSlots<WechatFaults>;

export function createFaultSlots(): WechatFaultSlots {
  return {
    "revoked-credentials": new FaultSlot<WechatFaults["revoked-credentials"]>(
      { brokenLength: "boolean" },
      { times: Infinity },
    ).ofNoCall(),
    "refused-user": new FaultSlot<WechatFaults["refused-user"]>(
      { user: "string" },
      { times: Infinity, user: "" },
    ),
    "rate-limit": once(),
    "foreign-cursor": once(),
    duplicate: once(),
    "empty-answer": once(),
    "server-error": new FaultSlot<WechatFaults["server-error"]>(
      { status: "number" },
      { status: 500 },
    ),
    "drop-connection": once(),
    "lost-reply": once(),
    slow: new FaultSlot<WechatFaults["slow"]>({ ms: "number" }, { ms: 0 }),
    garbled: once(),
    "broken-upload": once(),
    "refused-upload": new FaultSlot<WechatFaults["refused-upload"]>(
      { status: "number" },
      { status: 500 },
    ),
    "unnamed-upload": once(),
    "missing-file": once(),
  };
}
