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

/** The faults of the WeCom simulator by name, with their options; `method` is a path such as `message/send`. */
export interface WecomFaults extends TransportFaults {
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
    ...createTransportFaultSlots(),
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
    "missing-file": callFault(),
    "wrong-signature": otherFault(),
    "wrong-receiver": otherFault(),
    "bad-padding": otherFault(),
    "bare-text": otherFault(),
    duplicate: otherFault(),
  };
}
