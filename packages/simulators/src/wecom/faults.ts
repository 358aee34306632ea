import { FaultSlot, type FaultOptions, type FaultSlots, lasting, once } from "../faults/faults.ts";

/** The faults of the WeCom simulator by name, with their options; `method` is a path such as `message/send`. */
export interface WecomFaults {
  /** 45009: too many calls. Once by default. */
  readonly "rate-limit": FaultOptions;
  /** -1, or with `errcode: 45033` too many at once. Once by default. */
  readonly busy: FaultOptions & { /** @default -1 */ readonly errcode?: -1 | 45033 };
  /** Any other refusal. Once by default. */
  readonly refuse: FaultOptions & { readonly errcode: number; readonly errmsg?: string };
  /** 42001: the token has ended before its time. Once by default. */
  readonly "expired-token": FaultOptions;
  /** 40001 from gettoken and 40014 from everything else, until ended. */
  readonly "revoked-credentials": FaultOptions;
  /** 81013 for messages to this member, until ended. */
  readonly "refused-user": FaultOptions & { readonly user: string };
  /** The message goes out, but the answer names its receivers as invalid. Once by default. */
  readonly "invalid-user": FaultOptions;
  /** 500, or with `status: 502` the HTML page of a proxy. Once by default. */
  readonly "server-error": FaultOptions & { /** @default 500 */ readonly status?: 500 | 502 };
  /** Cuts the connection before the call has an effect. Once by default. */
  readonly "drop-connection": FaultOptions;
  /** Half of an upload is read, then the connection is cut; nothing is stored. Once by default. */
  readonly "broken-upload": FaultOptions;
  /** Lets the call have its effect and cuts the connection; a download breaks off half way. Once by default. */
  readonly "lost-reply": FaultOptions;
  /** Waits before the call has its effect. Once by default. */
  readonly slow: FaultOptions & { /** Milliseconds. */ readonly ms: number };
  /** 200 with a body that is not JSON. Once by default. */
  readonly garbled: FaultOptions;
  /** media/get answers 40007, as after three days; the PicUrl of a picture, `wwpic`, answers 404. Once by default. */
  readonly "missing-file": FaultOptions;
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
    "rate-limit": once(),
    busy: new FaultSlot<WecomFaults["busy"]>({ errcode: "number" }, { errcode: -1 }),
    refuse: new FaultSlot<WecomFaults["refuse"]>(
      { errcode: "number", errmsg: "string" },
      { errcode: 40058 },
    ),
    "expired-token": once(),
    "revoked-credentials": lasting(),
    "refused-user": new FaultSlot<WecomFaults["refused-user"]>(
      { user: "string" },
      { times: Infinity, user: "" },
    ),
    "invalid-user": once(),
    "server-error": new FaultSlot<WecomFaults["server-error"]>(
      { status: "number" },
      { status: 500 },
    ),
    "drop-connection": once(),
    "broken-upload": once(),
    "lost-reply": once(),
    slow: new FaultSlot<WecomFaults["slow"]>({ ms: "number" }, { ms: 0 }),
    garbled: once(),
    "missing-file": once(),
    "wrong-signature": once().ofNoCall(),
    "wrong-receiver": once().ofNoCall(),
    "bad-padding": once().ofNoCall(),
    "bare-text": once().ofNoCall(),
    duplicate: once().ofNoCall(),
  };
}
