import {
  callFault,
  type CallFaultOptions,
  FaultSlot,
  type FaultSlots,
  OF_A_CALL,
} from "./faults.ts";

/** Faults of the transport between bot and platform by name, with their options; all platforms have them. */
export interface TransportFaults {
  /** The connection is cut before the call has any effect. Once by default. */
  readonly "drop-connection": CallFaultOptions;
  /** Half of an upload is read, then the connection is cut; nothing is stored. Once by default. */
  readonly "broken-upload": CallFaultOptions;
  /**
   * The call takes effect, then the connection is cut without an answer. On Feishu and WeCom a download breaks off half
   * way. Once by default.
   */
  readonly "lost-reply": CallFaultOptions;
  /** The call waits before it takes effect. Once by default. */
  readonly slow: CallFaultOptions & { /** Milliseconds. */ readonly ms: number };
  /** 200 with a body that is not JSON. Once by default. */
  readonly garbled: CallFaultOptions;
}

/** Creates the slots of the faults that all platforms have. */
export function createTransportFaultSlots(): FaultSlots<TransportFaults> {
  return {
    "drop-connection": callFault(),
    "broken-upload": callFault(),
    "lost-reply": callFault(),
    slow: new FaultSlot<TransportFaults["slow"]>({ ...OF_A_CALL, ms: "number" }, { ms: 0 }),
    garbled: callFault(),
  };
}
