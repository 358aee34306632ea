import { FaultSlot, type FaultOptions, type FaultSlots, lasting, once } from "../faults/faults.ts";

/** The faults of the Telegram simulator by name, with their options. */
export interface TelegramFaults {
  /** 429 with `retry_after` and the header. Once by default. */
  readonly "rate-limit": FaultOptions & { /** Seconds. @default 1 */ readonly retryAfter?: number };
  /** 500 like a restarting server, or with `status: 502` the HTML page of its proxy. Once by default. */
  readonly "server-error": FaultOptions & { /** @default 500 */ readonly status?: 500 | 502 };
  /** 401 to every call and to the held poll, until ended. */
  readonly "revoked-credentials": FaultOptions;
  /** 403 to everything sent to this user, until ended. */
  readonly "refused-user": FaultOptions & { readonly user: string };
  /** 403 to every message to this user, whose account is deleted, until ended. */
  readonly "deactivated-user": FaultOptions & { readonly user: string };
  /** Another instance polls: 409 to the held getUpdates, otherwise to the next one. Once by default. */
  readonly conflict: FaultOptions;
  /** The connection is cut before the call has any effect. Once by default. */
  readonly "drop-connection": FaultOptions;
  /** Half of an upload is read, then the connection is cut; nothing is stored. Once by default. */
  readonly "broken-upload": FaultOptions;
  /** The call takes effect, then the connection is cut without an answer. Once by default. */
  readonly "lost-reply": FaultOptions;
  /** The call waits before it takes effect. Once by default. */
  readonly slow: FaultOptions & { /** Milliseconds. */ readonly ms: number };
  /** getFile answers that the file is too big. Once by default. */
  readonly "file-too-big": FaultOptions;
  /** getFile and downloads answer that the file is not there. Once by default. */
  readonly "missing-file": FaultOptions;
  /** getUpdates does not confirm: delivered updates arrive again. Once by default. */
  readonly duplicate: FaultOptions;
  /** 200 with a body that is not JSON. Once by default. */
  readonly garbled: FaultOptions;
}

export type TelegramFaultSlots = FaultSlots<TelegramFaults>;

export function createFaultSlots(): TelegramFaultSlots {
  return {
    "rate-limit": new FaultSlot<TelegramFaults["rate-limit"]>(
      { retryAfter: "number" },
      { retryAfter: 1 },
    ),
    "server-error": new FaultSlot<TelegramFaults["server-error"]>(
      { status: "number" },
      { status: 500 },
    ),
    "revoked-credentials": lasting().ofNoCall(),
    "refused-user": new FaultSlot<TelegramFaults["refused-user"]>(
      { user: "string" },
      {
        times: Infinity,
        user: "",
      },
    ).ofNoCall(),
    "deactivated-user": new FaultSlot<TelegramFaults["deactivated-user"]>(
      { user: "string" },
      {
        times: Infinity,
        user: "",
      },
    ).ofNoCall(),
    conflict: once(),
    "drop-connection": once(),
    "broken-upload": once(),
    "lost-reply": once(),
    slow: new FaultSlot<TelegramFaults["slow"]>({ ms: "number" }, { ms: 0 }),
    "file-too-big": once(),
    "missing-file": once(),
    duplicate: once(),
    garbled: once(),
  };
}
