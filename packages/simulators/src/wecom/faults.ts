import {
  callFault,
  type CallFaultOptions,
  FaultSlot,
  type FaultOptions,
  type FaultSlots,
  OF_A_CALL,
  otherFault,
} from "../faults/faults.ts";

/** The faults of the WeCom simulator by name, with their options; `method` is a path such as `message/send`. */
export interface WecomFaults {
  /** 45009: too many calls. Once by default. */
  readonly "rate-limit": CallFaultOptions;
  /** -1, or with `errcode: 45033` too many at once. Once by default. */
  readonly busy: CallFaultOptions & { /** @default -1 */ readonly errcode?: -1 | 45033 };
  /** Any other refusal. Once by default. */
  readonly refuse: CallFaultOptions & { readonly errcode: number; readonly errmsg?: string };
  /** 42001: the token has ended before its time. Once by default. */
  readonly "expired-token": CallFaultOptions;
  /** 40001 from gettoken and 40014 from everything else, until ended. */
  readonly "revoked-credentials": CallFaultOptions;
  /** 81013 for messages to this member, until ended. */
  readonly "refused-user": CallFaultOptions & { readonly user: string };
  /** The message goes out, but the answer names its receivers as invalid. Once by default. */
  readonly "invalid-user": CallFaultOptions;
  /** 500, or with `status: 502` the HTML page of a proxy. Once by default. */
  readonly "server-error": CallFaultOptions & { /** @default 500 */ readonly status?: 500 | 502 };
  /** Cuts the connection before the call has an effect. Once by default. */
  readonly "drop-connection": CallFaultOptions;
  /** Half of an upload is read, then the connection is cut; nothing is stored. Once by default. */
  readonly "broken-upload": CallFaultOptions;
  /** Lets the call have its effect and cuts the connection; a download breaks off half way. Once by default. */
  readonly "lost-reply": CallFaultOptions;
  /** Waits before the call has its effect. Once by default. */
  readonly slow: CallFaultOptions & { /** Milliseconds. */ readonly ms: number };
  /** 200 with a body that is not JSON. Once by default. */
  readonly garbled: CallFaultOptions;
  /** media/get answers 40007, as after three days; the PicUrl of a picture, `wwpic`, answers 404. Once by default. */
  readonly "missing-file": CallFaultOptions;
  /** A callback with a wrong signature. Once by default. */
  readonly "wrong-signature": FaultOptions;
  /** A callback that was encrypted for another corp. Once by default. */
  readonly "wrong-receiver": FaultOptions;
  /** A callback whose plain text has no padding. Once by default. */
  readonly "bad-padding": FaultOptions;
  /** A callback whose texts are escaped with entities instead of in CDATA. Once by default. */
  readonly "bare-text": FaultOptions;
  /** A callback is repeated although the bot has accepted it. Once by default. */
  readonly duplicate: FaultOptions;
}

export type WecomFaultSlots = FaultSlots<WecomFaults>;

export function createFaultSlots(): WecomFaultSlots {
  return {
    "rate-limit": callFault(),
    busy: new FaultSlot<WecomFaults["busy"]>({ ...OF_A_CALL, errcode: "number" }, { errcode: -1 }),
    refuse: new FaultSlot<WecomFaults["refuse"]>(
      { ...OF_A_CALL, errcode: "number", errmsg: "string" },
      { errcode: 40058 },
    ),
    "expired-token": callFault(),
    "revoked-credentials": callFault(Infinity),
    "refused-user": new FaultSlot<WecomFaults["refused-user"]>(
      { ...OF_A_CALL, user: "string" },
      { times: Infinity, user: "" },
    ),
    "invalid-user": callFault(),
    "server-error": new FaultSlot<WecomFaults["server-error"]>(
      { ...OF_A_CALL, status: "number" },
      { status: 500 },
    ),
    "drop-connection": callFault(),
    "broken-upload": callFault(),
    "lost-reply": callFault(),
    slow: new FaultSlot<WecomFaults["slow"]>({ ...OF_A_CALL, ms: "number" }, { ms: 0 }),
    garbled: callFault(),
    "missing-file": callFault(),
    "wrong-signature": otherFault(),
    "wrong-receiver": otherFault(),
    "bad-padding": otherFault(),
    "bare-text": otherFault(),
    duplicate: otherFault(),
  };
}
