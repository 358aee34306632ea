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

/** The faults of the DingTalk simulator by name, with their options. */
export interface DingtalkFaults extends TransportFaults {
  /** A send meets flow control: the user is in `flowControlledStaffIdList`, a session answers 660026. Once by default. */
  readonly "rate-limit": CallFaultOptions;
  /** The server was too slow: HTTP 504, or errcode 15 of the old API. Once by default. */
  readonly "server-error": CallFaultOptions;
  /** Any other refusal: HTTP `status` and the code in words, or a number of the old API. Once by default. */
  readonly refuse: CallFaultOptions & {
    readonly code: string | number;
    /** In the new API. @default 400 */
    readonly status?: number;
  };
  /** AppKey and AppSecret are refused, and so is every token, until ended. */
  readonly "revoked-credentials": CallFaultOptions;
  /** The access token of the call has expired before its time. Once by default. */
  readonly "expired-token": CallFaultOptions;
  /** The session of a webhook has ended: 300005. Once by default. */
  readonly "expired-session": CallFaultOptions;
  /** The user is in `invalidStaffIdList` and has no session, until ended. */
  readonly "refused-user": CallFaultOptions & { readonly user: string };
  /** A download code is not known, or with `method: "file"` its link. Once by default. */
  readonly "missing-file": CallFaultOptions;
  /** A `sampleVideo` is refused with `invalidParameter.msgKey.invalid`. Once by default. */
  readonly "video-refused": CallFaultOptions;
  /** The next message is pushed twice. Once by default. */
  readonly duplicate: FaultOptions;
  /** A frame whose data is not JSON precedes the next message. Once by default. */
  readonly "garbled-push": FaultOptions;
  /** The next message gets lost on its way, as if it had been pushed; see `redeliveryMs`. Once by default. */
  readonly "lost-frame": FaultOptions;
  /** HTTP mode: the next message is signed with another secret. Once by default. */
  readonly "wrong-signature": FaultOptions;
  /** HTTP mode: the next message is signed with a time two hours ago. Once by default. */
  readonly "old-signature": FaultOptions;
  /** Immediately: the open sockets go silent without being closed. */
  readonly "silent-socket": FaultOptions;
  /**
   * Immediately: every socket is asked to disconnect, and is closed after it was quiet for the milliseconds of
   * `disconnectMs`.
   */
  readonly disconnect: FaultOptions;
  /** Immediately: every socket is terminated without a close frame. */
  readonly "cut-socket": FaultOptions;
}

export type DingtalkFaultSlots = FaultSlots<DingtalkFaults>;

export function createFaultSlots(): DingtalkFaultSlots {
  return {
    ...createTransportFaultSlots(),
    "rate-limit": callFault(),
    "server-error": callFault(),
    refuse: new FaultSlot<DingtalkFaults["refuse"]>(
      { ...OF_A_CALL, code: ["string", "number"], status: "number" },
      { code: "unknownError" },
    ),
    "revoked-credentials": callFault(Infinity),
    "expired-token": callFault(),
    "expired-session": callFault(),
    "refused-user": new FaultSlot<DingtalkFaults["refused-user"]>(
      { ...OF_A_CALL, user: "string" },
      { times: Infinity, user: "" },
    ),
    "missing-file": callFault(),
    "video-refused": callFault(),
    duplicate: otherFault(),
    "garbled-push": otherFault(),
    "lost-frame": otherFault(),
    "wrong-signature": otherFault(),
    "old-signature": otherFault(),
    "silent-socket": otherFault(),
    disconnect: otherFault(),
    "cut-socket": otherFault(),
  };
}
