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

/** The faults of the Telegram simulator by name, with their options. */
export interface TelegramFaults extends TransportFaults {
  /** 429 with `retry_after` and the header. Once by default. */
  readonly "rate-limit": CallFaultOptions & {
    /** Seconds. @default 1 */ readonly retryAfter?: number;
  };
  /** 500 like a restarting server, or with `status: 502` the HTML page of its proxy. Once by default. */
  readonly "server-error": CallFaultOptions & { /** @default 500 */ readonly status?: 500 | 502 };
  /** 401 to every call and to the held poll, until ended. */
  readonly "revoked-credentials": FaultOptions;
  /** 403 to everything sent to this user, until ended. */
  readonly "refused-user": FaultOptions & { readonly user: string };
  /** 403 to every message to this user, whose account is deleted, until ended. */
  readonly "deactivated-user": FaultOptions & { readonly user: string };
  /** Another instance polls: 409 to the held getUpdates, otherwise to the next one. Once by default. */
  readonly conflict: CallFaultOptions;
  /** getFile answers that the file is too big. Once by default. */
  readonly "file-too-big": CallFaultOptions;
  /** getFile and downloads answer that the file is not there. Once by default. */
  readonly "missing-file": CallFaultOptions;
  /** getUpdates does not confirm: delivered updates arrive again. Once by default. */
  readonly duplicate: CallFaultOptions;
}

export type TelegramFaultSlots = FaultSlots<TelegramFaults>;

export function createFaultSlots(): TelegramFaultSlots {
  return {
    ...createTransportFaultSlots(),
    "rate-limit": new FaultSlot<TelegramFaults["rate-limit"]>(
      { ...OF_A_CALL, retryAfter: "number" },
      { retryAfter: 1 },
    ),
    "server-error": new FaultSlot<TelegramFaults["server-error"]>(
      { ...OF_A_CALL, status: "number" },
      { status: 500 },
    ),
    "revoked-credentials": otherFault(Infinity),
    "refused-user": new FaultSlot<TelegramFaults["refused-user"]>(
      { user: "string" },
      {
        times: Infinity,
        user: "",
      },
    ),
    "deactivated-user": new FaultSlot<TelegramFaults["deactivated-user"]>(
      { user: "string" },
      {
        times: Infinity,
        user: "",
      },
    ),
    conflict: callFault(),
    "file-too-big": callFault(),
    "missing-file": callFault(),
    duplicate: callFault(),
  };
}
